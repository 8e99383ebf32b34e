/** Day, month and year of a date as chosen in lists; '' is not chosen yet. */
export interface DayParts {
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

export const noDay: DayParts = { day: '', month: '', year: '' };

/** @param value `YYYY-MM-DD` */
export function partsOf(value: string): DayParts {
  const [year = '', month = '', day = ''] = value.split('-');
  return { day, month, year };
}

/** Days of a month; 31 or 29 February's while month or year are unknown. */
export function daysIn({ month, year }: DayParts): number {
  // Day 0 of the next month is the last one; 2000 is a leap year.
  return month === ''
    ? 31
    : new Date(Date.UTC(Number(year || 2000), Number(month), 0)).getUTCDate();
}

/** Sets one part. A day that the month lacks becomes its last one. */
export function withPart(parts: DayParts, part: keyof DayParts, chosen: string): DayParts {
  const next = { ...parts, [part]: chosen };
  const last = daysIn(next);
  return Number(next.day) > last ? { ...next, day: String(last) } : next;
}

/** `YYYY-MM-DD`; null until all parts are chosen. */
export function dayOf({ day, month, year }: DayParts): string | null {
  return day === '' || month === '' || year === '' ? null : `${year}-${month}-${day}`;
}

/** Years between two days, nearest to today first; without a bound as far as people live or papers last. */
export function yearsBetween(min: string | undefined, max: string | undefined, now: string) {
  const present = Number(now.slice(0, 4));
  const first = min === undefined ? present - 110 : Number(min.slice(0, 4));
  const last = max === undefined ? present + 20 : Number(max.slice(0, 4));
  const years = Array.from({ length: last - first + 1 }, (_, at) => String(first + at));
  return min === undefined ? years.reverse() : years;
}
