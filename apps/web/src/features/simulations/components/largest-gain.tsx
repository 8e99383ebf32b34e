import type { Details, NearestChange, PremiumDetail } from '@wasl/premium';
import { Group, Stack } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import layout from '../../../ui/layout/layout.module.css';
import { type Outcome, useEffectText } from './effect.ts';
import type { PremiumKey, useExplanation } from './explanation.ts';

// Place and trade of an existing project are fixed, so they are not suggested.
const fixedInputs = new Set(['localisationProjet', 'secteurActivite', 'typeIndustrie']);

/** A change that raises one premium, and the resulting total. */
export interface PremiumGain {
  readonly detail: PremiumDetail;
  readonly outcome: Outcome;
}

/** The change with the largest gain, in dirhams and then in points; null without one. */
export function largestGain(
  { premiums }: Details,
  saved: Outcome,
  outcomeOf: (change: NearestChange) => Outcome | null,
): PremiumGain | null {
  const gains = premiums.flatMap((detail): PremiumGain[] => {
    const outcome = detail.nearest === null ? null : outcomeOf(detail.nearest);
    const isGain =
      outcome !== null && (outcome.millions > saved.millions || outcome.rate > saved.rate);
    return isGain ? [{ detail, outcome }] : [];
  });
  const isFixed = ({ detail }: PremiumGain) => Number(fixedInputs.has(detail.nearest?.input ?? ''));
  gains.sort(
    (one, other) =>
      isFixed(one) - isFixed(other) ||
      other.outcome.millions - one.outcome.millions ||
      other.outcome.rate - one.outcome.rate,
  );
  return gains[0] ?? null;
}

export function LargestGain({
  gain,
  saved,
  details,
  explanation,
}: {
  gain: PremiumGain;
  saved: Outcome;
  details: Details;
  explanation: ReturnType<typeof useExplanation>;
}) {
  const { t } = useTranslation('simulations');
  const effectText = useEffectText();
  const { detail, outcome } = gain;
  return (
    <Stack component="section" className={layout['card']} gap="xs" aria-labelledby="gain">
      <h3 id="gain">{t('gain.title')}</h3>
      <Group component="p" gap={8} wrap="nowrap" align="flex-start" maw="78ch">
        <IconArrowUpRight size={20} color="var(--wasl-link)" data-mirrored aria-hidden />
        <span>
          <strong>{t(`premiums.${detail.key as PremiumKey}`)}</strong>
          {' · '}
          {explanation.raise(detail)} {effectText(saved, outcome, details, detail.key)}
        </span>
      </Group>
    </Stack>
  );
}
