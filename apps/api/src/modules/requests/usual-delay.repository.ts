import type { UsualDelay } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import type { Db } from '../../platform/db.ts';
import { slowest, usualDelayOf, type Quartiles } from './rules/usual-delay.ts';

/** How many closed requests are looked at, the newest: what was usual years ago is not. */
const newest = 500;

// From the submission to the day on which its last step was done.
const days = Prisma.sql`(SELECT extract(epoch FROM max(p.processed_at) - r.submitted_at) / 86400
  FROM processing_steps p WHERE p.request_id = r.id)::float8`;
const quartiles = Prisma.sql`count(days)::int AS count,
  percentile_cont(0.25) WITHIN GROUP (ORDER BY days) AS low,
  percentile_cont(0.5) WITHIN GROUP (ORDER BY days) AS median,
  percentile_cont(0.75) WITHIN GROUP (ORDER BY days) AS high`;

/**
 * How long requests like this one usually take: those of its journey, or of its services (of several, the slowest).
 * Null while too few were closed. Each is read from an index, newest first.
 */
export async function usualDelayOfRequest(db: Db, requestId: number): Promise<UsualDelay | null> {
  const rows = await db.$queryRaw<Quartiles[]>`
    SELECT d.* FROM requests own CROSS JOIN LATERAL (
      SELECT ${quartiles} FROM (
        SELECT ${days} AS days FROM requests r
        WHERE r.journey_def_id = own.journey_def_id AND r.status = 'DEMANDE_TRAITE'
        ORDER BY r.id DESC LIMIT ${newest}
      ) AS closed
    ) AS d
    WHERE own.id = ${requestId} AND own.journey_def_id IS NOT NULL
    UNION ALL
    SELECT d.* FROM request_services own CROSS JOIN LATERAL (
      SELECT ${quartiles} FROM (
        SELECT ${days} AS days FROM request_services s JOIN requests r ON r.id = s.request_id
        WHERE s.item_id = own.item_id AND r.status = 'DEMANDE_TRAITE'
        ORDER BY s.request_id DESC LIMIT ${newest}
      ) AS closed
    ) AS d
    WHERE own.request_id = ${requestId}`;
  return slowest(rows.map(usualDelayOf));
}
