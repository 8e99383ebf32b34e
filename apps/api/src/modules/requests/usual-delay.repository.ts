import type { UsualDelay } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';
import { slowest, usualDelayOf, type Quartiles } from './rules/usual-delay.ts';

/** How many closed requests are looked at, the newest: what was usual years ago is not. */
const newest = 500;

// From the submission to the day on which its last step was done.
const days = (request: string): Prisma.Sql =>
  Prisma.raw(`(SELECT extract(epoch FROM max(p.processed_at) - ${request}.submitted_at) / 86400
    FROM processing_steps p WHERE p.request_id = ${request}.id)::float8`);
const quartiles = Prisma.sql`count(days)::int AS count,
  percentile_cont(0.25) WITHIN GROUP (ORDER BY days) AS low,
  percentile_cont(0.5) WITHIN GROUP (ORDER BY days) AS median,
  percentile_cont(0.75) WITHIN GROUP (ORDER BY days) AS high`;

/** What the usual delay of `requests r` is made of, as JSON, to be read by {@link readUsualDelay}. Each is read from an index, newest first. */
export const usualDelaySql = Prisma.sql`(
  SELECT coalesce(json_agg(u), '[]') FROM (
    SELECT d.* FROM (
      SELECT ${quartiles} FROM (
        SELECT ${days('c')} AS days FROM requests c
        WHERE c.journey_def_id = r.journey_def_id AND c.status = 'DEMANDE_TRAITE'
        ORDER BY c.id DESC LIMIT ${Prisma.raw(String(newest))}
      ) AS closed
    ) AS d
    WHERE r.journey_def_id IS NOT NULL
    UNION ALL
    SELECT d.* FROM request_services own CROSS JOIN LATERAL (
      SELECT ${quartiles} FROM (
        SELECT ${days('c')} AS days FROM request_services s JOIN requests c ON c.id = s.request_id
        WHERE s.item_id = own.item_id AND c.status = 'DEMANDE_TRAITE'
        ORDER BY s.request_id DESC LIMIT ${Prisma.raw(String(newest))}
      ) AS closed
    ) AS d
    WHERE own.request_id = r.id) AS u)`;
export type UsualDelayJson = readonly Quartiles[];

/**
 * How long requests like this one usually take: those of its journey, or of its services (of several, the slowest).
 * Null while too few were closed.
 */
export function readUsualDelay(json: UsualDelayJson): UsualDelay | null {
  return slowest(json.map(usualDelayOf));
}

/** The same of one request, read alone. */
export async function usualDelayOfRequest(db: Db, requestId: number): Promise<UsualDelay | null> {
  const [found] = await db.$queryRaw<{ delays: UsualDelayJson }[]>`
    SELECT ${usualDelaySql} AS delays FROM requests r WHERE r.id = ${requestId}`;
  return readUsualDelay(found?.delays ?? []);
}

/**
 * What the usual days of organisations are made of, as JSON, to be read by {@link readUsualDays}: of each the newest of its done
 * steps, from the day on which it had them. Each is read from an index.
 * @param partnerIds an array of ids
 */
export const usualDaysSql = (partnerIds: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT coalesce(json_agg(o), '[]') FROM (
    SELECT p.id, d.* FROM unnest(${partnerIds}::int[]) AS p (id) CROSS JOIN LATERAL (
      SELECT ${quartiles} FROM (
        SELECT (extract(epoch FROM s.processed_at - s.assigned_at) / 86400)::float8 AS days FROM processing_steps s
        WHERE s.partner_id = p.id AND s.processed_at IS NOT NULL AND s.status = 'PROCESSED' AND s.assigned_at IS NOT NULL
        ORDER BY s.processed_at DESC LIMIT ${Prisma.raw(String(newest))}
      ) AS done
    ) AS d) AS o)`;
export type UsualDaysJson = readonly (Quartiles & { readonly id: number })[];

/** Days that organisations usually take for a step, by their ids; those of which too few were done are missing. */
export function readUsualDays(json: UsualDaysJson): ReadonlyMap<number, number> {
  return new Map(
    json.flatMap(({ id, ...found }) => {
      const delay = usualDelayOf(found);
      return delay === null ? [] : [[id, delay.median] as const];
    }),
  );
}

/** The same of some organisations, read alone. */
export async function usualDaysOf(
  db: Db,
  partnerIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const ids = [...new Set(partnerIds)];
  const [found] = await db.$queryRaw<{ days: UsualDaysJson }[]>`
    SELECT ${usualDaysSql(Prisma.sql`${ids}`)} AS days`;
  return readUsualDays(found?.days ?? []);
}
