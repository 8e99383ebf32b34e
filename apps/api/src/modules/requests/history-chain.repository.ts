import { Prisma } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';
import { statusesWithWords } from './emptied-requests.repository.ts';

/** What is wrong with a link of the history. */
export type BrokenReason = 'gap' | 'changed' | 'words' | 'head' | 'gone';

export interface BrokenLink {
  readonly requestId: number;
  /** Of the event; null where it is gone. */
  readonly id: number | null;
  /** The place in the request's history at which the chain does not hold. */
  readonly position: number;
  readonly reason: BrokenReason;
}

export interface ChainReview {
  readonly requests: number;
  readonly events: number;
  /** Events whose words were erased. */
  readonly erased: number;
  /** The first link of each request that does not hold, by request; no more than a hundred. */
  readonly broken: readonly BrokenLink[];
}

/** Requests whose chains are computed in one statement. */
const batchRequests = 5000;
/** Broken links that are told. */
const mostBroken = 100;

/** The last request that has a history, or should have one. @returns 0 where none has */
export async function lastRequestOfHistory(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<{ last: number | null }[]>`
    SELECT greatest((SELECT max(request_id) FROM history_events), (SELECT max(request_id) FROM history_heads))::int AS last`;
  return row?.last ?? 0;
}

/**
 * Computes the chain of every request again, in the database. It reads the whole history: for the administrator.
 * @param options.last the last request, as {@link lastRequestOfHistory} says @param options.looked told how many ids of requests were looked at more
 */
export async function reviewHistory(
  db: Db,
  options: { last?: number; looked?: (ids: number) => void } = {},
): Promise<ChainReview> {
  const last = options.last ?? (await lastRequestOfHistory(db));
  const whole = { requests: 0, events: 0, erased: 0 };
  const broken: BrokenLink[] = [];
  for (let from = 1; from <= last; from += batchRequests) {
    const until = Math.min(last, from + batchRequests - 1);
    const part = await reviewRequests(db, from, until);
    whole.requests += part.requests;
    whole.events += part.events;
    whole.erased += part.erased;
    broken.push(...part.broken.slice(0, mostBroken - broken.length));
    options.looked?.(until - from + 1);
  }
  return { ...whole, broken };
}

/** The same of the requests with these ids, both included: a request's chain has nothing to do with another's. */
async function reviewRequests(db: Db, from: number, until: number): Promise<ChainReview> {
  const these = Prisma.sql`request_id BETWEEN ${from} AND ${until}`;
  const [counts] = await db.$queryRaw<{ requests: number; events: number; erased: number }[]>`
    SELECT count(DISTINCT request_id)::int AS requests, count(*)::int AS events,
      count(*) FILTER (WHERE detail IS NULL AND detail_hash IS NOT NULL)::int AS erased
    FROM history_events WHERE ${these}`;
  const broken = await db.$queryRaw<BrokenLink[]>`
    WITH links AS (
      SELECT e.request_id, e.id, row_number() OVER own AS n,
        CASE
          WHEN e.position <> row_number() OVER own THEN 'gap'
          WHEN e.hash <> history_link_hash(coalesce(lag(e.hash) OVER own, ''), e) THEN 'changed'
          WHEN e.detail IS NOT NULL AND e.detail_hash IS DISTINCT FROM history_words_hash(e.detail_salt, e.detail)
            THEN 'words'
          WHEN e.detail IS NULL AND e.detail_hash IS NOT NULL
            AND coalesce(e.to_status NOT IN (${Prisma.join([...statusesWithWords])}), true) THEN 'words'
        END AS reason
      FROM history_events e WHERE e.${these}
      WINDOW own AS (PARTITION BY e.request_id ORDER BY e.position, e.id)
    ), lasts AS (
      SELECT DISTINCT ON (request_id) request_id, id, position, hash FROM history_events WHERE ${these}
      ORDER BY request_id, position DESC, id DESC
    ), wrong AS (
      SELECT request_id, id, n AS position, reason FROM links WHERE reason IS NOT NULL
      UNION ALL
      SELECT coalesce(h.request_id, l.request_id), NULL, coalesce(l.position, 0) + 1,
        CASE WHEN l.position < h.position OR l.request_id IS NULL THEN 'gone' ELSE 'head' END
      FROM (SELECT * FROM history_heads WHERE ${these}) h FULL JOIN lasts l ON l.request_id = h.request_id
      WHERE (h.position, h.hash) IS DISTINCT FROM (l.position, l.hash)
    )
    SELECT DISTINCT ON (request_id) request_id AS "requestId", id, position::int AS position, reason
    FROM wrong ORDER BY request_id, position, id NULLS LAST LIMIT ${mostBroken}`;
  return { ...(counts ?? { requests: 0, events: 0, erased: 0 }), broken };
}
