import { Box, Group, Stack } from '@mantine/core';
import { type RuleSet, hasIndicativeRates, isShipped, versionLabel } from '@wasl/premium';
import { IconScale } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { formatDay, useFormats } from '../../../lib/format/formats.ts';
import { Columns } from '../../../ui/layout/columns.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { useAmount } from './amount.ts';
import styles from './result.module.css';

/** An amount in M MAD with two decimals, or in dirhams when small; the title has the other unit. */
export function Millions({ dirhams }: { dirhams: number }) {
  const { amount, otherUnit } = useAmount();
  return <bdi title={otherUnit(dirhams)}>{amount(dirhams)}</bdi>;
}

export type Fact = readonly [label: string, value: ReactNode];

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles['facts']}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function Summary({
  project: { title, description },
  groups,
}: {
  project: { title: string; description: string };
  groups: readonly { heading: string; facts: readonly Fact[] }[];
}) {
  const { t } = useTranslation('simulations');
  return (
    <Stack component="section" className={layout['card']}>
      <h3>{t('result.summary')}</h3>
      <Stack component="dl" gap="sm" fw={500}>
        <div>
          <Box component="dt" fw={400}>
            {t('fields.intituleProjet')}
          </Box>
          <dd className={layout['said']}>
            <bdi>{title}</bdi>
          </dd>
        </div>
        <div>
          <Box component="dt" fw={400}>
            {t('fields.consistanceProjet')}
          </Box>
          <dd className={layout['said']}>
            <bdi>{description}</bdi>
          </dd>
        </div>
      </Stack>
      <Columns min={340}>
        {groups.map(({ heading, facts }) => (
          <section key={heading}>
            <Box component="h4" c="dimmed" fz={14}>
              {heading}
            </Box>
            <Facts facts={facts} />
          </section>
        ))}
      </Columns>
    </Stack>
  );
}

const ring = { size: 132, stroke: 12 } as const;

/** Ring that shows the rate relative to its ceiling. */
function Gauge({ rate, limit }: { rate: number; limit: number }) {
  const radius = (ring.size - ring.stroke) / 2;
  const middle = ring.size / 2;
  const circle = { cx: middle, cy: middle, r: radius, strokeWidth: ring.stroke, fill: 'none' };
  const share = limit === 0 ? 0 : Math.min(1, rate / limit) * 100;
  return (
    <svg
      viewBox={`0 0 ${String(ring.size)} ${String(ring.size)}`}
      className={styles['gauge']}
      aria-hidden
    >
      <circle {...circle} stroke="currentcolor" strokeOpacity={0.16} />
      {share === 0 ? null : (
        <circle
          {...circle}
          stroke="var(--wasl-accent)"
          pathLength={100}
          strokeDasharray={`${String(share)} 100`}
        />
      )}
    </svg>
  );
}

export function Hero({
  amountMillions,
  rate,
  limit,
  rateLabel,
  isIndicative,
  note,
  facts,
}: {
  amountMillions: number;
  rate: number;
  limit: number;
  rateLabel: string;
  /** The rates are unpublished, so both figures are marked as indicative. */
  isIndicative: boolean;
  /** Note for an amount limited by its ceiling. */
  note: string | null;
  facts: readonly Fact[];
}) {
  const { t } = useTranslation('simulations');
  const formats = useFormats();
  const { amount, otherUnit } = useAmount();
  const dirhams = Math.round(amountMillions * 1e6);
  const indicative = isIndicative ? (
    <>
      {' '}
      <span className={layout['pill']}>{t('result.indicative')}</span>
    </>
  ) : null;
  return (
    <Group component="section" className={layout['deep']} gap="lg">
      <Box flex="1 1 300px">
        <p>
          <Box component="span" display="block" fz="0.9375rem" c="var(--wasl-on-deep-muted)">
            {t('result.amount')}
          </Box>{' '}
          <Box component="strong" display="block" fz="clamp(2rem, 1.4rem + 2.2vw, 3rem)" lh={1.25}>
            <bdi>{amount(dirhams)}</bdi>
          </Box>
          {indicative}
        </p>
        <Box component="p" c="var(--wasl-on-deep-muted)">
          {t('result.full', { amount: otherUnit(dirhams) })}
        </Box>
        {isIndicative ? <p>{t('result.indicativeWhy')}</p> : null}
        {note === null ? null : <p>{note}</p>}
      </Box>
      <Group wrap="nowrap" flex="1 1 260px">
        <div className={styles['ring']}>
          <Gauge rate={rate} limit={limit} />
          <Box component="strong" fz="1.5rem">
            <bdi>{formats.percent(rate)}</bdi>
          </Box>
        </div>
        <p>
          <Box component="span" display="block" fz="0.9375rem" c="var(--wasl-on-deep-muted)">
            {rateLabel}
          </Box>
          <span>{t('result.limit', { limit: formats.percent(limit) })}</span>
          {indicative}
        </p>
      </Group>
      <Box flex="1 1 220px">
        <Facts facts={facts} />
      </Box>
    </Group>
  );
}

export function Footnotes() {
  const { t } = useTranslation('simulations');
  return (
    <ol className={`${layout['bullets'] ?? ''} ${layout['small'] ?? ''}`}>
      <li>{t('footnotes.declarative')}</li>
      <li>{t('footnotes.indicative')}</li>
      <li>{t('footnotes.caps')}</li>
    </ol>
  );
}

/** Names the rule set, its validity, and whether its rates are only indicative. */
export function RulesNote({ ruleSet }: { ruleSet: RuleSet }) {
  const { t } = useTranslation('simulations');
  const { scheme, validFrom } = ruleSet;
  const version = versionLabel(ruleSet);
  const source = isShipped(ruleSet) ? t(`rules.known.${scheme}`) : ruleSet.source;
  return (
    <Group
      component="aside"
      className={`${layout['box'] ?? ''} ${layout['small'] ?? ''}`}
      gap="sm"
      p="12px 16px"
      align="flex-start"
      wrap="nowrap"
    >
      <IconScale size={20} aria-hidden />
      <div>
        <p>
          <Box component="strong" display="block">
            {t('rules.title')}
          </Box>{' '}
          {t('rules.version', { version: `\u2066${version}\u2069`, day: formatDay(validFrom) })}
        </p>
        {hasIndicativeRates(ruleSet) ? <p>{t('rules.indicative')}</p> : null}
        <p>{t('rules.source', { source: `\u2068${source}\u2069` })}</p>
      </div>
    </Group>
  );
}
