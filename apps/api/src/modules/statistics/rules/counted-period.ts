import { boundsOfDay } from '@wasl/contracts';

export interface CountedMonth {
  /** `YYYY-MM` */
  readonly month: string;
  /** `YYYY-MM-DD` */
  readonly from: string;
  readonly to: string;
}

/** Two days in Morocco, both included, as instants and by month. */
export interface CountedPeriod {
  readonly from: string;
  readonly to: string;
  readonly start: Date;
  /** The first instant after the period. */
  readonly end: Date;
  readonly months: readonly CountedMonth[];
}

const isoDay = (date: Date) => date.toISOString().slice(0, 10);

/**
 * @param from `YYYY-MM-DD`
 * @param to the same day or a later one
 */
export function countedPeriod(from: string, to: string): CountedPeriod {
  const months: CountedMonth[] = [];
  let first = from;
  while (first <= to) {
    const next = new Date(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)), 1));
    const last = isoDay(new Date(next.getTime() - 1));
    months.push({ month: first.slice(0, 7), from: first, to: last < to ? last : to });
    first = isoDay(next);
  }
  return {
    from,
    to,
    start: boundsOfDay(from).start,
    end: new Date(boundsOfDay(to).end.getTime() + 1),
    months,
  };
}
