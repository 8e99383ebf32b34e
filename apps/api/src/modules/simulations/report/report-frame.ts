import {
  type ChartRow,
  type Details,
  hasIndicativeRates,
  type NearestChange,
  type RuleSet,
} from '@wasl/premium';

import { explainer, type Outcome, type Scheme } from './explain.ts';
import type { FactGroup, ReportContent, ResultRow } from './report-content.ts';
import type { Figure, ReportWords } from './report-words.ts';
import { amountRow, barredRows, ruleSetLines } from './result-rows.ts';

/** The parts of a report that are specific to one simulator. */
export interface OwnContent {
  readonly scheme: Scheme;
  readonly now: Outcome;
  /** Null when the changed form is not eligible. */
  readonly outcomeAfter: (change: NearestChange) => Outcome | null;
  readonly chart: readonly ChartRow[];
  readonly summary: readonly FactGroup[];
  /** The rows above the amount. */
  readonly rowsOf: (
    premiums: readonly ResultRow[],
    withBar: ReturnType<typeof barredRows>['withBar'],
  ) => readonly ResultRow[];
  readonly amountRows: readonly ResultRow[];
  /** Dirhams that the rate applies to. */
  readonly base: Figure;
  /** M MAD before the ceiling of the amount. */
  readonly millionsBeforeCeiling: number;
  readonly caps: readonly { readonly name: string; readonly amount: string }[];
}

/** The content of a report: the common parts of both simulators around the specific parts. */
export function reportContent(
  { details, ruleSet }: { readonly details: Details; readonly ruleSet: RuleSet },
  own: OwnContent,
  words: ReportWords,
): ReportContent {
  const { t } = words;
  const amount = words.millions(own.now.millions);
  const rate = words.percent(own.now.rate);
  const isIndicative = hasIndicativeRates(ruleSet);
  const explain = explainer(words, own.scheme);
  const explanations = explain.premiums(details, own.now, own.outcomeAfter);
  const { withBar, ofPremium } = barredRows(own.chart, words);
  return {
    title: t(`title.${ruleSet.scheme}`),
    indicative: isIndicative ? t('head.indicative') : null,
    amount,
    rate,
    summary: own.summary,
    results: [
      ...own.rowsOf(explanations.map(ofPremium), withBar),
      amountRow(own.now.millions, words),
    ],
    explanations,
    amountRows: own.amountRows,
    computed: t('computed', {
      base: words.mad(own.base),
      rate,
      amount: words.millions(own.millionsBeforeCeiling),
    }),
    ceilings: explain.ceilings(details),
    footnotes: [
      t('footnote.declarative'),
      t('footnote.indicative'),
      t('footnote.caps', { caps: words.clauses(own.caps.map((cap) => t('footnote.cap', cap))) }),
    ],
    rules: [...ruleSetLines(ruleSet, words), ...(isIndicative ? [t('rules.nordev')] : [])],
  };
}
