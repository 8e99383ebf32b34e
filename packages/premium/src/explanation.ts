import type { Operator } from './rules/types.ts';

/**
 * The explanation of a result, as data that JSON carries. Rates and shares are in percent. Amounts
 * are numbers of dirhams with at most 2 decimals, the unit of the forms, so that a change can be
 * put back into the form as it stands.
 */
export type Details = {
  premiums: PremiumDetail[];
  /** In the order they apply; one that cut nothing is there too, with `cut` 0. */
  ceilings: CeilingDetail[];
};

export type PremiumDetail = {
  /** The name of the result's member. */
  key: string;
  /** Percent. */
  rate: number;
  /** What the rate was computed from, under the names of the form's fields. */
  figures: Record<string, number | string | boolean>;
  rule: PremiumRule;
  /** The smallest change that raises the rate, all other fields staying as they are. */
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
  /** The rate that the premium then has, percent. */
  rateTo: number;
  /** For a list: every code that gives that rate, `to` being the first. */
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
