import { Prisma } from '@wasl/db';

import type { Db } from '../../platform/db.ts';
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

/** Computes the chain of every request again, in the database. It reads the whole history: for the administrator. */
export async function reviewHistory(db: Db): Promise<ChainReview> {
  const [counts] = await db.$queryRaw<{ requests: number; events: number; erased: number }[]>`
    SELECT count(DISTINCT request_id)::int AS requests, count(*)::int AS events,
      count(*) FILTER (WHERE detail IS NULL AND detail_hash IS NOT NULL)::int AS erased
    FROM history_events`;
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
      FROM history_events e
      WINDOW own AS (PARTITION BY e.request_id ORDER BY e.position, e.id)
    ), lasts AS (
      SELECT DISTINCT ON (request_id) request_id, id, position, hash FROM history_events
      ORDER BY request_id, position DESC, id DESC
    ), wrong AS (
      SELECT request_id, id, n AS position, reason FROM links WHERE reason IS NOT NULL
      UNION ALL
      SELECT coalesce(h.request_id, l.request_id), NULL, coalesce(l.position, 0) + 1,
        CASE WHEN l.position < h.position OR l.request_id IS NULL THEN 'gone' ELSE 'head' END
      FROM history_heads h FULL JOIN lasts l ON l.request_id = h.request_id
      WHERE (h.position, h.hash) IS DISTINCT FROM (l.position, l.hash)
    )
    SELECT DISTINCT ON (request_id) request_id AS "requestId", id, position::int AS position, reason
    FROM wrong ORDER BY request_id, position, id NULLS LAST LIMIT 100`;
  return { ...(counts ?? { requests: 0, events: 0, erased: 0 }), broken };
}
