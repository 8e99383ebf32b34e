import type { ChartRow } from '@wasl/premium';

/** How a figure is shown: a premium of 0 in red, any other in green, as on the screen. */
export type Tone = 'good' | 'bad' | 'plain';

/** A slice of the chart beside a rate, from one rate to another under a ceiling; percent. */
export interface Bar {
  readonly kind: 'premium' | 'sum' | 'total';
  readonly from: number;
  readonly to: number;
  readonly ceiling: number;
}

export interface ResultRow {
  readonly label: string;
  readonly value: string;
  readonly tone: Tone;
  readonly isTotal?: boolean;
  readonly bar?: Bar;
}

export interface Explanation {
  /** The name of the result's member. */
  readonly key: string;
  readonly label: string;
  readonly rate: string;
  readonly tone: Tone;
  readonly sentences: readonly string[];
}

/** Rows of label and value under a heading. */
export interface FactGroup {
  readonly heading: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
}

/** Everything that a report says, in its language; nothing is computed further on. */
export interface ReportContent {
  readonly title: string;
  /** Said beside amount and rate where the rates themselves are only indicative. */
  readonly indicative: string | null;
  readonly amount: string;
  readonly rate: string;
  readonly summary: readonly FactGroup[];
  readonly results: readonly ResultRow[];
  readonly explanations: readonly Explanation[];
  readonly amountRows: readonly ResultRow[];
  readonly computed: string;
  readonly ceilings: readonly string[];
  readonly footnotes: readonly string[];
  readonly rules: readonly string[];
}

/** The tone of a rate. */
export function toneOf(rate: number): Tone {
  return rate === 0 ? 'bad' : 'good';
}

/** The bars of a chart by the names of their members; what a ceiling cut has no row in a report. */
export function barsOf(rows: readonly ChartRow[]): ReadonlyMap<string, Bar> {
  return new Map(
    rows.flatMap(({ key, kind, from, to, ceiling }) =>
      kind === 'cut' ? [] : [[key, { kind, from, to, ceiling }] as const],
    ),
  );
}

/** The row with its bar, where it has one. */
export function withBar(row: ResultRow, bar: Bar | undefined): ResultRow {
  return bar === undefined ? row : { ...row, bar };
}
