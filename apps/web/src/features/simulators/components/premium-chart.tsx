import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../lib/formats.ts';
import type { ChartRow } from './chart-rows.ts';
import styles from './chart.module.css';
import type { PremiumKey } from './words.ts';

/** The premiums end to end, what the ceilings cut, and the total they add up to. */
export function PremiumChart({ rows, caption }: { rows: readonly ChartRow[]; caption: string }) {
  const { t } = useTranslation('simulators');
  const formats = useFormats();
  const scale = Math.max(1, ...rows.flatMap((row) => [row.to, row.ceiling])) * 1.04;
  const at = (rate: number) => `${String((rate / scale) * 100)}%`;
  const labelOf = (row: ChartRow) => {
    if (row.kind === 'total') return t('chart.total');
    if (row.kind === 'cut') return t('chart.cut', { limit: formats.percent(row.ceiling) });
    return t(`premiums.${row.key as PremiumKey}`);
  };
  return (
    <figure className={styles['chart']}>
      <figcaption>{caption}</figcaption>
      <ol>
        {rows.map((row) => (
          <li key={`${row.kind}-${row.key}`} data-kind={row.kind}>
            <span className={styles['label']}>{labelOf(row)}</span>
            <span className={styles['track']} aria-hidden>
              <span
                className={styles['bar']}
                style={{ insetInlineStart: at(row.from), inlineSize: at(row.to - row.from) }}
              />
              <span className={styles['limit']} style={{ insetInlineStart: at(row.ceiling) }} />
            </span>
            <bdi className={styles['rate']}>
              {row.kind === 'cut' ? '−' : ''}
              {formats.percent(row.to - row.from)}
            </bdi>
          </li>
        ))}
      </ol>
      <p className={styles['legend']}>
        <span className={styles['mark']} aria-hidden /> {t('chart.ceiling')}
      </p>
    </figure>
  );
}
