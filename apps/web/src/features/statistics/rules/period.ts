import { oneOf, whole } from '../../../lib/routing/address-state.ts';

export const periodKinds = ['month', 'quarter', 'year'] as const;
export type PeriodKind = (typeof periodKinds)[number];

/** Period in the address: a calendar month, quarter or year, `back` periods ago. */
export const periodState = { period: oneOf(periodKinds), back: whole() } as const;

/** Limit of `back`: ten years, longer than the life of a request. */
export const furthestBack = { month: 120, quarter: 40, year: 10 } as const;

const monthsOf = { month: 1, quarter: 3, year: 12 } as const;

/** Days `YYYY-MM-DD`, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** A calendar period, `back` periods before that of `today` (`YYYY-MM-DD`); the present one ends today. */
export function periodOf(kind: PeriodKind, back: number, today: string): Period {
  const length = monthsOf[kind];
  const month = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  const first = (Math.floor(month / length) - back) * length;
  // Counted from 2000, because Date.UTC maps years below 100 to 1900–1999.
  const day = (months: number, date: number) =>
    new Date(Date.UTC(2000, months - 24_000, date)).toISOString().slice(0, 10);
  const last = day(first + length, 0);
  return { from: day(first, 1), to: last < today ? last : today };
}
