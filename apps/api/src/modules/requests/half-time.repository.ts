import { Prisma } from '@wasl/db';

import { workingDayAt, type Holidays } from '../../rules/working-days.ts';

/** Half of the most days that a step can be given. */
const mostHalf = 125;

/** The working days, from `today` on, at which so many are left, by their number; `YYYY-MM-DD`. */
export function halfTimes(today: string, holidays: Holidays): string[] {
  return Array.from({ length: mostHalf + 1 }, (_, left) => workingDayAt(today, left, holidays));
}

/**
 * Whether half of the days of a step or less are left and its last day is not over, of `processing_steps s`. A clock that
 * stands still has no last day.
 */
export function atHalfTimeSql(today: string, halves: readonly string[]): Prisma.Sql {
  return Prisma.sql`(s.due_on >= ${today}::date AND s.due_on <= (${[...halves]}::date[])[s.days / 2 + 1])`;
}
