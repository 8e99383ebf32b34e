import { type Expression, sql, type SqlBool } from 'kysely';

import { conditionOn } from '../../platform/database/statements.repository.ts';
import { workingDayAt, type Holidays } from '../../rules/working-days.ts';

/** Half of the most days that a step can be given. */
const mostHalf = 125;

/** The working days, from `today` on, at which so many are left, by their number; `YYYY-MM-DD`. */
export function halfTimes(today: string, holidays: Holidays): string[] {
  return Array.from({ length: mostHalf + 1 }, (_, left) => workingDayAt(today, left, holidays));
}

/**
 * Whether half of the days of a step or less are left and its last day is not over, of `processing_steps as s`. A clock that
 * stands still has no last day.
 */
export function isAtHalfTime(
  today: string | Expression<string>,
  halves: readonly string[],
): Expression<SqlBool> {
  const eb = conditionOn<'s'>();
  return eb.and([
    eb('s.due_on', '>=', sql<Date>`${today}::date`),
    eb('s.due_on', '<=', sql<Date>`(${[...halves]}::date[])[${eb.ref('s.days')} / 2 + 1]`),
  ]);
}
