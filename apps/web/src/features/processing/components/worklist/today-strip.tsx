import type { Endpoints, ResponseOf } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { useFormats } from '../../../../lib/format/formats.ts';
import { todayNames, todaySearch } from '../../rules/today-address.ts';
import styles from './worklist.module.css';

/** The counts of an agent's day in one line, each a link to its part of the list. */
export function TodayStrip({
  today,
}: {
  /** Undefined before the first answer. */
  today: ResponseOf<Endpoints['getToday']> | undefined;
}) {
  const { t } = useTranslation('worklist');
  const formats = useFormats();
  return (
    <nav aria-label={t('today.label')} className={styles['strip']}>
      {todayNames.map((name) => (
        <Link
          key={name}
          to={{ pathname: '/requests', search: todaySearch(name) }}
          data-none={today?.[name].count === 0 ? true : undefined}
        >
          <bdi className={styles['count']}>
            {today === undefined ? '…' : formats.counted(today[name].count)}
          </bdi>
          {t(`today.part.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
