import { sql } from 'kysely';

import { build, conditionOn } from '../../platform/database/statements.repository.ts';

/** Conditions of the figures on `processing_steps as s`. */

const step = conditionOn<'s'>();

/** Steps that are visible to their organisation. */
export const seenSteps = build
  .selectFrom('processing_steps as s')
  .where('s.request_is_shown', '=', sql.lit(true));
/** The organisation received the step, at `assigned_at`. */
export const isReceived = step('s.status', '<>', sql.lit('DECLINED'));
/** The step was processed, at `processed_at`. */
export const isClosed = step('s.status', '=', sql.lit('PROCESSED'));
/** Whole days from assignment to end, as in `delayDays` (rules/step-delay.ts). */
export const delay = sql<number>`greatest(0, floor(extract(
  epoch FROM ${step.ref('s.processed_at')} - ${step.ref('s.assigned_at')}) / 86400))::int`;
