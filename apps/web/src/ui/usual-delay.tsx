import { Group } from '@mantine/core';
import type { UsualDelay as Delay } from '@wasl/contracts';
import { IconClockHour4 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export function UsualDelay({ delay }: { delay: Delay | null | undefined }) {
  const { t } = useTranslation('follow-up');
  if (delay === null || delay === undefined) return null;
  const { low, median, high } = delay;
  return (
    <Group component="p" gap={10} wrap="nowrap" align="flex-start">
      <IconClockHour4 size={20} color="var(--wasl-link)" aria-hidden />
      <span>
        {low === high
          ? t('delay.about', { count: median })
          : t('delay.range', { low, count: high })}
      </span>
    </Group>
  );
}
