import { boundsOfDay, dayOf, wireDateTime } from '@wasl/contracts';

import { isWorkingDay, plusDays, type Holidays } from '../../../rules/working-days.ts';

/** The hours on Morocco's clock in which morning mails are sent. A process that starts later skips the day. */
const morningFrom = '07:30';
const morningUntil = '18:00';

/** Working days after which a person is reminded of an unstarted step, and of an awaited document. */
export const notTakenUpAfter = [5, 10, 20] as const;
export const documentAwaitedAfter = [3, 10, 20] as const;
/** Working days after which a draft is reminded of, once. */
export const draftForgottenAfter = 5;

/** Whether morning mails may be sent now: on a working day, in the hours above. */
export function isMorning(now: Date, holidays: Holidays): boolean {
  const time = wireDateTime(now).slice(11);
  return isWorkingDay(dayOf(now), holidays) && time >= morningFrom && time < morningUntil;
}

/** The latest day since which `count` working days have passed until `today`. */
function daySince(today: string, count: number, holidays: Holidays): string {
  let left = count;
  for (let day = today; ; day = plusDays(day, -1)) {
    if (isWorkingDay(day, holidays)) left -= 1;
    if (left === 0) return plusDays(day, -1);
  }
}

/** Instants since which a number of working days has passed today, and had not passed on the previous run. */
export interface Reached {
  readonly after: Date;
  readonly upTo: Date;
}

/** Each instant is reached once, on the first run after this number of working days, even when runs were skipped. */
export function reached(
  count: number,
  { today, previous, holidays }: { today: string; previous: string; holidays: Holidays },
): Reached {
  const endOf = (from: string): Date => boundsOfDay(daySince(from, count, holidays)).end;
  return { after: endOf(previous), upTo: endOf(today) };
}
