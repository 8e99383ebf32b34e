/** The colour of a figure: a premium of 0 in red, any other in green, as on the screen. */
export type Tone = 'good' | 'bad' | 'plain';

/** A bar next to a rate, from one rate to another under a ceiling; percent. */
export interface Bar {
  readonly kind: 'premium' | 'sum' | 'total';
  readonly from: number;
  readonly to: number;
  readonly ceiling: number;
  /** Text that describes the bar. */
  readonly alt: string;
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

/** All text of a report in its language. Drawing computes nothing. */
export interface ReportContent {
  readonly title: string;
  /** Note next to amount and rate when the rates are only indicative. */
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
