import { Box, Group, Stack } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ChartRow } from '@wasl/premium';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../lib/format/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import layout from '../../../ui/layout/layout.module.css';
import styles from './chart.module.css';
import { type PremiumKey, type useExplanation } from './explanation.ts';

/** Text of rows that are no premium: a label and, for a limited sum, a note. */
export interface RowWords {
  readonly label: string;
  readonly note?: string | undefined;
}

/**
 * Chart of the premiums, the amounts cut by ceilings, and the total. Each premium shows its rate, whether it is
 * granted, its reason, and how to raise it.
 */
export function PremiumChart({
  rows,
  explanation,
  wordsOf,
  headings,
  effectOf,
}: {
  rows: readonly ChartRow[];
  explanation: ReturnType<typeof useExplanation>;
  wordsOf: (row: ChartRow) => RowWords;
  headings: Readonly<Record<string, string>>;
  /** Effect on the total of the change that raises a premium; null without one. */
  effectOf: (row: ChartRow) => string | null;
}) {
  const { t } = useTranslation('simulations');
  const formats = useFormats();
  const scale = Math.max(1, ...rows.flatMap((row) => [row.to, row.ceiling])) * 1.04;
  const at = (rate: number) => `${String((rate / scale) * 100)}%`;
  const labelOf = (row: ChartRow): ReactNode =>
    row.detail === undefined ? wordsOf(row).label : t(`premiums.${row.key as PremiumKey}`);
  return (
    <figure className={styles['chart']}>
      <Group component="figcaption" className={layout['small']} gap="xs">
        <span className={styles['limit']} aria-hidden /> {t('chart.ceiling')}
      </Group>
      <ol>
        {rows.map((row) => {
          const rate = formats.percent(row.to - row.from);
          const isGranted = row.to > row.from;
          const { detail } = row;
          const note = detail === undefined ? wordsOf(row).note : undefined;
          return (
            <li key={`${row.kind}-${row.key}`} data-kind={row.kind}>
              {headings[row.key] === undefined ? null : <h4>{headings[row.key]}</h4>}
              <Box component="span" flex="1 1 260px" maw={280}>
                {labelOf(row)}
              </Box>
              <span className={styles['track']} aria-hidden>
                <span
                  className={styles['bar']}
                  style={{ insetInlineStart: at(row.from), inlineSize: at(row.to - row.from) }}
                />
                <span className={styles['limit']} style={{ insetInlineStart: at(row.ceiling) }} />
              </span>
              <span
                className={styles['rate']}
                {...(row.kind === 'cut' ? {} : { 'data-granted': isGranted })}
              >
                {row.kind === 'cut' ? null : isGranted ? (
                  <IconCheck size={16} aria-hidden />
                ) : (
                  <IconX size={16} aria-hidden />
                )}
                <bdi>
                  {row.kind === 'cut' ? '−' : ''}
                  {rate}
                </bdi>
              </span>
              {note === undefined ? null : (
                <Box component="p" className={layout['small']} w="100%" fw={400}>
                  {note}
                </Box>
              )}
              {detail === undefined ? null : (
                <details>
                  <summary>{t('why.title')}</summary>
                  <Reasons detail={detail} explanation={explanation} effect={effectOf(row)} />
                </details>
              )}
            </li>
          );
        })}
      </ol>
    </figure>
  );
}

function Reasons({
  detail,
  explanation: { why, raise },
  effect,
}: {
  detail: NonNullable<ChartRow['detail']>;
  explanation: ReturnType<typeof useExplanation>;
  effect: string | null;
}) {
  const { t } = useTranslation('simulations');
  const change = raise(detail);
  return (
    <Stack gap="xs" py={6} maw="78ch" fz="0.9375rem" c="var(--wasl-text)">
      {why(detail).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {change === null ? null : (
        <Banner tone="info">
          <p>
            <strong>{t('raise.title')}</strong> {change}
            {effect === null ? null : ` ${effect}`}
          </p>
        </Banner>
      )}
    </Stack>
  );
}
