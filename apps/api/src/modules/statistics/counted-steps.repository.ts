import { sql } from 'kysely';

import { build, conditionOn } from '../../platform/database/statements.repository.ts';

/** What counts, of `processing_steps as s`. */

const step = conditionOn<'s'>();

/** Steps with their requests, as far as their organisation sees them. */
export const seenSteps = build
  .selectFrom('processing_steps as s')
  .innerJoin('requests as r', 'r.id', 's.request_id')
  .where('s.request_is_shown', '=', sql.lit(true));
/** Came to its organisation, at `assigned_at`. */
export const isReceived = step('s.status', '<>', sql.lit('DECLINED'));
/** Was brought to its end, at `processed_at`. */
export const isClosed = step('s.status', '=', sql.lit('PROCESSED'));
/** Whole days from its coming to its end: the same as `delayDays` (rules/step-delay.ts). */
export const delay = sql<number>`greatest(0, floor(extract(
  epoch FROM ${step.ref('s.processed_at')} - ${step.ref('s.assigned_at')}) / 86400))::int`;
