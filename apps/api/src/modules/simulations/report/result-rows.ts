import { isShipped, versionLabel, type ChartRow, type RuleSet } from '@wasl/premium';

import { formatDay } from '../../../platform/i18n/formats.ts';
import type { Bar, Explanation, ResultRow, Tone } from './report-content.ts';
import type { ReportWords } from './report-words.ts';

export function toneOf(rate: number): Tone {
  return rate === 0 ? 'bad' : 'good';
}

/** A row without a good or bad tone. */
export const plainRow = (label: string, value: string): ResultRow => ({
  label,
  value,
  tone: 'plain',
});

/** The row of a rate, percent. */
export const rateRow = (label: string, rate: number, { percent }: ReportWords): ResultRow => ({
  label,
  value: percent(rate),
  tone: toneOf(rate),
});

/** The row of the amount, M MAD. */
export function amountRow(millions: number, { t, ...words }: ReportWords): ResultRow {
  const value = words.millions(millions);
  return { label: t('total.montant'), value, tone: toneOf(millions), isTotal: true };
}

/** Adds the bars of a chart to rows by member name. A part cut by a ceiling has no row in a report. */
export function barredRows(chart: readonly ChartRow[], { t, percent }: ReportWords) {
  const altOf = (from: number, to: number, ceiling: number): string =>
    t('bar', { from: percent(from), to: percent(to), ceiling: percent(ceiling) });
  const bars = new Map<string, Bar>(
    chart.flatMap(({ key, kind, from, to, ceiling }) =>
      kind === 'cut'
        ? []
        : [[key, { kind, from, to, ceiling, alt: altOf(from, to, ceiling) }] as const],
    ),
  );
  /** The row with the bar of that name, if any. */
  const withBar = (row: ResultRow, key: string): ResultRow => {
    const bar = bars.get(key);
    return bar === undefined ? row : { ...row, bar };
  };
  const ofPremium = ({ key, label, rate, tone }: Explanation): ResultRow =>
    withBar({ label, value: rate, tone }, key);
  return { withBar, ofPremium };
}

/** The rule set of the calculation, and its source. */
export function ruleSetLines(ruleSet: RuleSet, { t, apart }: ReportWords): string[] {
  const { scheme, source, validFrom } = ruleSet;
  return [
    t('rules.version', { version: apart(versionLabel(ruleSet)), day: apart(formatDay(validFrom)) }),
    t('rules.source', { source: isShipped(ruleSet) ? t(`rules.known.${scheme}`) : source }),
  ];
}
