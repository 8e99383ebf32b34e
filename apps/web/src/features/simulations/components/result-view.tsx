import { Stack } from '@mantine/core';
import {
  type ChartRow,
  type Details,
  hasIndicativeRates,
  type NearestChange,
  type RuleSet,
} from '@wasl/premium';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { LargestGain, largestGain } from './largest-gain.tsx';
import { type Outcome, useEffectText } from './effect.ts';
import type { Labels } from './labels.ts';
import { PremiumChart, type RowWords } from './premium-chart.tsx';
import { type Fact, Facts, Folded, Footnotes, Hero, RulesNote } from './result-parts.tsx';
import { RulesChanged } from './rules-changed.tsx';
import { WhatIf, type WhatIfOutcome, type WhatIfValues } from './what-if.tsx';
import type { useExplanation } from './explanation.ts';

/** A simulation with the rules in force today. */
export interface ResultProps<V, A extends { ruleSet: RuleSet }, L> {
  answer: A;
  values: V;
  today: A['ruleSet'];
  lists: L;
  labels: Labels;
  /** Buttons below the figure. */
  actions: ReactNode;
}

/** Result of a calculation; null when it grants nothing. */
const grantedOf = (outcome: WhatIfOutcome): Outcome | null =>
  outcome.kind === 'granted' ? { rate: outcome.rate, millions: outcome.millions } : null;

/** Last step of a simulator: result, reasons, possible changes, and input. */
export function ResultView<V, F extends object, R extends RuleSet>({
  answer: { details, ruleSet },
  values,
  today,
  formOf,
  compute,
  saved,
  limit,
  rateLabel,
  note,
  facts,
  explanation,
  rows,
  headings,
  wordsOf,
  whatIf: { changed, ...whatIf },
  actions,
  children,
}: {
  answer: { details: Details; ruleSet: R };
  values: V;
  today: R;
  formOf: (values: V, ruleSet: R) => F;
  compute: (form: F, ruleSet: R) => WhatIfOutcome;
  saved: Outcome;
  /** Ceiling of the rate in percent. */
  limit: number;
  rateLabel: string;
  /** Note for an amount limited by its ceiling. */
  note: string | null;
  facts: readonly Fact[];
  explanation: ReturnType<typeof useExplanation>;
  rows: readonly ChartRow[];
  headings: Readonly<Record<string, string>>;
  wordsOf: (row: ChartRow) => RowWords;
  whatIf: Omit<ComponentProps<typeof WhatIf>, 'saved' | 'limit' | 'evaluate'> & {
    changed: (change: WhatIfValues) => V;
  };
  actions: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation('simulations');
  const effectText = useEffectText();
  const form = formOf(values, ruleSet);
  const outcomeOf = ({ input, to }: NearestChange) =>
    grantedOf(compute({ ...form, [input]: to }, ruleSet));
  const effectOf = ({ key, detail }: ChartRow): string | null => {
    const outcome = detail?.nearest ? outcomeOf(detail.nearest) : null;
    return outcome === null ? null : effectText(saved, outcome, details, key);
  };
  const gain = largestGain(details, saved, outcomeOf);
  return (
    <>
      <RulesChanged
        then={{ ruleSet, ...saved }}
        today={today}
        outcomeOf={() => grantedOf(compute(formOf(values, today), today))}
      />
      <Stack gap="lg">
        <Hero
          amountMillions={saved.millions}
          rate={saved.rate}
          limit={limit}
          rateLabel={rateLabel}
          isIndicative={hasIndicativeRates(ruleSet)}
          note={note}
        />
        {actions}
        {gain === null ? null : (
          <LargestGain gain={gain} saved={saved} details={details} explanation={explanation} />
        )}
        <Folded title={t('chart.title')}>
          <Facts facts={facts} />
          <PremiumChart
            rows={rows}
            explanation={explanation}
            headings={headings}
            wordsOf={wordsOf}
            effectOf={effectOf}
          />
        </Folded>
        <div data-screen-only>
          <Folded title={t('whatIf.title')}>
            <WhatIf
              {...whatIf}
              evaluate={(change) => compute(formOf(changed(change), ruleSet), ruleSet)}
              saved={{ ...saved, premiums: details.premiums }}
              limit={limit}
            />
          </Folded>
        </div>
        {children}
        <Footnotes />
        <RulesNote ruleSet={ruleSet} isBelowResult />
      </Stack>
    </>
  );
}
