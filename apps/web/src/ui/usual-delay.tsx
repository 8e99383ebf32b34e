import type { UsualDelay as Delay } from '@wasl/contracts';
import { IconClockHour4 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import styles from './states.module.css';

/** How long requests of a kind usually take; nothing where that is not known. */
export function UsualDelay({ delay }: { delay: Delay | null | undefined }) {
  const { t } = useTranslation();
  if (delay === null || delay === undefined) return null;
  const { low, median, high } = delay;
  return (
    <p className={styles['delay']}>
      <IconClockHour4 size={20} aria-hidden />
      <span>
        {low === high
          ? t('delay.about', { count: median })
          : t('delay.range', { low, count: high })}
      </span>
    </p>
  );
}
