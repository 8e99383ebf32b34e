const dayMs = 24 * 60 * 60 * 1000;

/** Days on which nobody works, beside Saturdays and Sundays: `MM-DD` of every year, or `YYYY-MM-DD` of one. */
export type Holidays = ReadonlySet<string>;

// Days are texts and have no hours: what the clocks do around Ramadan moves none of them.
const stamp = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The day `YYYY-MM-DD` so many days later, or earlier. */
export function plusDays(day: string, count: number): string {
  return new Date(stamp(day) + count * dayMs).toISOString().slice(0, 10);
}

/** Whether organisations work on the day. */
export function isWorkingDay(day: string, holidays: Holidays): boolean {
  const weekday = new Date(stamp(day)).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(day) && !holidays.has(day.slice(5));
}

/** Working days after `from` up to `to`, that one included; below zero where `to` is the earlier one. */
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
 * The working day that leaves `left` of them from `today` on: 1 is the next one, 0 today, or the last one before where
 * nobody works today, and -2 the one since which two have gone by.
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
