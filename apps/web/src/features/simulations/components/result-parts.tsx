import { Box, Group, Stack } from '@mantine/core';
import { type RuleSet, hasIndicativeRates, isShipped, versionLabel } from '@wasl/premium';
import { IconScale } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
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

/** A part of the result below the figure, closed at first. */
export function Folded({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={layout['card']} aria-labelledby={id}>
      <details className={styles['fold']}>
        <summary>
          <h3 id={id}>{title}</h3>
        </summary>
        <Stack pt="sm">{children}</Stack>
      </details>
    </section>
  );
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
    <Folded title={t('result.summary')}>
      <Stack component="dl" gap="sm" fw={500}>
        <div>
          <Box component="dt" fw={400}>
            {t('fields.intituleProjet')}
          </Box>
          <dd className={layout['userText']}>
            <bdi>{title}</bdi>
          </dd>
        </div>
        <div>
          <Box component="dt" fw={400}>
            {t('fields.consistanceProjet')}
          </Box>
          <dd className={layout['userText']}>
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
    </Folded>
  );
}

/** The amount, and the rate with its ceiling. */
export function Hero({
  amountMillions,
  rate,
  limit,
  rateLabel,
  isIndicative,
  note,
}: {
  amountMillions: number;
  rate: number;
  limit: number;
  rateLabel: string;
  /** The rates are unpublished, so the figures are only indicative. */
  isIndicative: boolean;
  /** Note for an amount limited by its ceiling. */
  note: string | null;
}) {
  const { t } = useTranslation('simulations');
  const formats = useFormats();
  const { amount, otherUnit } = useAmount();
  const dirhams = Math.round(amountMillions * 1e6);
  return (
    <Stack component="section" className={layout['deep']} gap={4}>
      <p>
        <Box component="span" display="block" fz="0.9375rem" c="var(--wasl-on-deep-muted)">
          {t('result.amount')}
        </Box>{' '}
        <Box component="strong" display="block" fz="clamp(2rem, 1.4rem + 2.2vw, 3rem)" lh={1.25}>
          <bdi>{amount(dirhams)}</bdi>
        </Box>
      </p>
      <Box component="p" c="var(--wasl-on-deep-muted)">
        {t('result.full', { amount: otherUnit(dirhams) })}
      </Box>
      <p>
        {rateLabel}{' '}
        <strong>
          <bdi>{formats.percent(rate)}</bdi>
        </strong>{' '}
        · {t('result.limit', { limit: formats.percent(limit) })}
      </p>
      {isIndicative ? <p>{t('result.indicativeWhy')}</p> : null}
      {note === null ? null : <p>{note}</p>}
    </Stack>
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

/** Names the rule set, its validity, and whether its rates are only indicative, which the result says elsewhere. */
export function RulesNote({
  ruleSet,
  isBelowResult = false,
}: {
  ruleSet: RuleSet;
  isBelowResult?: boolean;
}) {
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
        {hasIndicativeRates(ruleSet) && !isBelowResult ? <p>{t('rules.indicative')}</p> : null}
        <p>{t('rules.source', { source: `\u2068${source}\u2069` })}</p>
      </div>
    </Group>
  );
}
