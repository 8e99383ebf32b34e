import { boundsOfDay, dayOf, wireDateTime } from '@wasl/contracts';

import { isWorkingDay, plusDays, type Holidays } from '../../../rules/working-days.ts';

/** Between which times of Morocco's clock the mails of a morning go out: a process that starts later waits for the next one. */
const morningFrom = '07:30';
const morningUntil = '18:00';

/** After how many working days a person is told that nobody has begun, and that a document is still awaited. */
export const notTakenUpAfter = [5, 10, 20] as const;
export const documentAwaitedAfter = [3, 10, 20] as const;
/** After how many working days a draft is called forgotten; once. */
export const draftForgottenAfter = 5;

/** Whether the mails of the day may go out now: on a working day, in the hours for it. */
export function isMorning(now: Date, holidays: Holidays): boolean {
  const time = wireDateTime(now).slice(11);
  return isWorkingDay(dayOf(now), holidays) && time >= morningFrom && time < morningUntil;
}

/** The latest day since which so many working days have gone by until `today`. */
function daySince(today: string, count: number, holidays: Holidays): string {
  let left = count;
  for (let day = today; ; day = plusDays(day, -1)) {
    if (isWorkingDay(day, holidays)) left -= 1;
    if (left === 0) return plusDays(day, -1);
  }
}

/** The instants since which so many working days had not gone by on the morning before, and have today. */
export interface Reached {
  readonly after: Date;
  readonly upTo: Date;
}

/** Everything is met once, on the first morning after so many working days, also where mornings were left out. */
export function reached(
  count: number,
  { today, previous, holidays }: { today: string; previous: string; holidays: Holidays },
): Reached {
  const endOf = (from: string): Date => boundsOfDay(daySince(from, count, holidays)).end;
  return { after: endOf(previous), upTo: endOf(today) };
}
