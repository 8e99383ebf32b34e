/** How a figure is shown: a premium of 0 in red, any other in green, as on the screen. */
export type Tone = 'good' | 'bad' | 'plain';

export interface ResultRow {
  readonly label: string;
  readonly value: string;
  readonly tone: Tone;
  readonly isTotal?: boolean;
}

export interface Explanation {
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
