import { Box, Button, Group, SegmentedControl } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';

import { furthestBack, periodKinds, type Period, type PeriodKind } from '../rules/period.ts';
import { useMonths } from './use-months.ts';

export function PeriodBar({
  kind,
  back,
  period,
  onChange,
}: {
  kind: PeriodKind;
  back: number;
  period: Period;
  onChange: (change: { period?: PeriodKind; back: number }) => void;
}) {
  const { t } = useTranslation('statistics');
  const inMonths = useMonths();
  return (
    <Group justify="space-between">
      <SegmentedControl
        size="md"
        aria-label={t('period.kind')}
        data={periodKinds.map((value) => ({ value, label: t(`period.${value}`) }))}
        value={kind}
        onChange={(value) => onChange({ period: value, back: 0 })}
      />
      <Group gap="xs" wrap="nowrap">
        <Button
          variant="default"
          aria-label={t('period.before')}
          disabled={back >= furthestBack[kind]}
          onClick={() => onChange({ back: back + 1 })}
        >
          <IconChevronLeft size={18} aria-hidden data-mirrored />
        </Button>
        <Box component="h2" miw="11ch" ta="center" fz="lg" aria-live="polite">
          {inMonths(period.from, period.to)}
        </Box>
        <Button
          variant="default"
          aria-label={t('period.after')}
          disabled={back === 0}
          onClick={() => onChange({ back: back - 1 })}
        >
          <IconChevronRight size={18} aria-hidden data-mirrored />
        </Button>
      </Group>
    </Group>
  );
}
