const dayMs = 24 * 60 * 60 * 1000;

/** Holidays in addition to Saturdays and Sundays: `MM-DD` of every year, or `YYYY-MM-DD` of one. */
export type Holidays = ReadonlySet<string>;

// Days are texts without hours, so clock changes around Ramadan do not affect them.
const stamp = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The day `YYYY-MM-DD` that is `count` days later, or earlier for a negative `count`. */
export function plusDays(day: string, count: number): string {
  return new Date(stamp(day) + count * dayMs).toISOString().slice(0, 10);
}

export function isWorkingDay(day: string, holidays: Holidays): boolean {
  const weekday = new Date(stamp(day)).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(day) && !holidays.has(day.slice(5));
}

/** The number of working days after `from` up to and including `to`; negative when `to` is earlier. */
export function workingDaysBetween(from: string, to: string, holidays: Holidays): number {
  if (to < from) return 0 - workingDaysBetween(to, from, holidays);
  let count = 0;
  for (let day = from; day < to;) {
    day = plusDays(day, 1);
    if (isWorkingDay(day, holidays)) count += 1;
  }
  return count;
}

/**
 * The working day with `left` working days from `today`: 1 is the next, and -2 the one since which two have passed. 0
 * is today, or the last working day before a free day.
 */
export function workingDayAt(today: string, left: number, holidays: Holidays): string {
  let day = today;
  for (let count = left; count > 0;) {
    day = plusDays(day, 1);
    if (isWorkingDay(day, holidays)) count -= 1;
  }
  if (left > 0) return day;
  for (let count = left; ; day = plusDays(day, -1)) {
    if (!isWorkingDay(day, holidays)) continue;
    if (count === 0) return day;
    count += 1;
  }
}
