import { type Expression, sql, type SqlBool } from 'kysely';

import { conditionOn } from '../../platform/database/statements.repository.ts';
import { workingDayAt, type Holidays } from '../../rules/working-days.ts';

/** Half of the largest number of days that a step can have. */
const mostHalf = 125;

/** The working days from `today` on, by the number of working days left; `YYYY-MM-DD`. */
export function halfTimes(today: string, holidays: Holidays): string[] {
  return Array.from({ length: mostHalf + 1 }, (_, left) => workingDayAt(today, left, holidays));
}

/**
 * Condition on `processing_steps as s`: at most half of the step's days are left and its last day is not over. A
 * stopped clock has no last day.
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
