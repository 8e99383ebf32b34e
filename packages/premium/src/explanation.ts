import type { Operator } from './rules/types.ts';

/**
 * Explanation of a result as JSON data. Rates and shares are in percent. Amounts are in dirhams with at most 2
 * decimals, the unit of the forms, so that a change fits the form unchanged.
 */
export type Details = {
  premiums: PremiumDetail[];
  /** In the order of application, including those without effect (`cut` 0). */
  ceilings: CeilingDetail[];
};

export type PremiumDetail = {
  /** The name of the result's member. */
  key: string;
  /** Percent. */
  rate: number;
  /** Inputs of the rate by form field. */
  figures: Record<string, number | string | boolean>;
  rule: PremiumRule;
  /** The smallest change of a single field that raises the rate. */
  nearest: NearestChange | null;
};

export type PremiumRule =
  | {
      kind: 'bracket';
      unit: 'jobsPerMillion' | 'percent';
      bounds: { gt?: number; gte?: number; lt?: number; lte?: number };
      rate: number;
    }
  | { kind: 'threshold'; operator: Operator; bound: number; rate: number; met: boolean }
  | { kind: 'thresholds'; max: number; parts: ThresholdPart[] }
  | { kind: 'flag'; rate: number; met: boolean }
  | { kind: 'count'; per: number; max: number; count: number; inputs: string[] }
  | { kind: 'table'; entry: string; rate: number }
  | { kind: 'notApplicable'; because: string };

export type ThresholdPart = {
  input: string;
  operator: Operator;
  bound: number;
  rate: number;
  met: boolean;
};

export type NearestChange = {
  /** The form's field to change. */
  input: string;
  from: number | string | boolean;
  to: number | string | boolean;
  /** The rate of the premium after the change, in percent. */
  rateTo: number;
  /** For a list: every code that gives that rate; `to` is the first. */
  choices?: string[];
};

export type CeilingDetail = {
  key: string;
  unit: 'percent' | 'MAD';
  limit: number;
  before: number;
  after: number;
  cut: number;
};
