import { sql } from 'kysely';

import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { kindWithWords, statusesWithWords } from './emptied-requests.repository.ts';

export type BrokenReason = 'gap' | 'changed' | 'words' | 'head' | 'gone';

export interface BrokenLink {
  readonly requestId: number;
  /** The event; null when it is missing. */
  readonly id: number | null;
  /** The position in the request's history at which the chain breaks. */
  readonly position: number;
  readonly reason: BrokenReason;
}

export interface ChainReview {
  readonly requests: number;
  readonly events: number;
  readonly erased: number;
  /** The first broken link of each request, by request; at most {@link mostBroken}. */
  readonly broken: readonly BrokenLink[];
}

/** Requests per statement. */
const batchRequests = 5000;
/** Broken links reported at most. */
const mostBroken = 100;

/** Returns the last request that has a history, or should have one; 0 when none has. */
export async function lastRequestOfHistory(db: Db): Promise<number> {
  const query = build.selectNoFrom((eb) => [
    sql<number | null>`greatest(${eb
      .selectFrom('history_events')
      .select((events) => events.fn.max('request_id').as('last'))}, ${eb
      .selectFrom('history_heads')
      .select((heads) => heads.fn.max('request_id').as('last'))})`.as('last'),
  ]);
  const [row] = await rows(db, query);
  return row?.last ?? 0;
}

/**
 * Recomputes the chain of every request in the database. It reads the whole history, so only the administrator runs it.
 * @param options.last the last request, from {@link lastRequestOfHistory}
 * @param options.looked receives the number of request ids of each batch
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

/** Reviews the requests in an inclusive range of ids. The chains of requests are independent. */
async function reviewRequests(db: Db, from: number, until: number): Promise<ChainReview> {
  const events = build
    .selectFrom('history_events as e')
    .where((eb) => eb.between('e.request_id', from, until));
  const [counts] = await rows(
    db,
    events.select([
      sql<number>`count(distinct ${sql.ref('e.request_id')})::int`.as('requests'),
      sql<number>`count(*)::int`.as('events'),
      sql<number>`(count(*) filter (where ${sql.ref('e.detail')} is null and ${sql.ref('e.detail_hash')} is not null))::int`.as(
        'erased',
      ),
    ]),
  );
  const broken = await rows(
    db,
    build
      .with('links', () =>
        events.select((eb) => {
          const own = sql`over (partition by ${eb.ref('e.request_id')} order by ${eb.ref('e.position')}, ${eb.ref('e.id')})`;
          const place = sql<number>`row_number() ${own}`;
          const before = sql`coalesce(lag(${eb.ref('e.hash')}) ${own}, '')`;
          const isFreeOfWords = eb('e.to_status', 'not in', [...statusesWithWords]);
          return [
            'e.request_id',
            'e.id',
            place.as('n'),
            eb
              .case()
              .when('e.position', '<>', place)
              .then(sql.lit<BrokenReason>('gap'))
              .when('e.hash', '<>', sql<Buffer>`history_link_hash(${before}, e)`)
              .then(sql.lit<BrokenReason>('changed'))
              .when(
                eb.and([
                  eb('e.detail', 'is not', null),
                  eb(
                    'e.detail_hash',
                    'is distinct from',
                    eb.fn<Buffer>('history_words_hash', ['e.detail_salt', 'e.detail']),
                  ),
                ]),
              )
              .then(sql.lit<BrokenReason>('words'))
              .when(
                eb.and([
                  eb('e.detail', 'is', null),
                  eb('e.detail_hash', 'is not', null),
                  eb('e.kind', '<>', kindWithWords),
                  sql<boolean>`coalesce(${isFreeOfWords}, true)`,
                ]),
              )
              .then(sql.lit<BrokenReason>('words'))
              .end()
              .as('reason'),
          ];
        }),
      )
      .with('lasts', () =>
        events
          .distinctOn('e.request_id')
          .select(['e.request_id', 'e.id', 'e.position', 'e.hash'])
          .orderBy('e.request_id')
          .orderBy('e.position', 'desc')
          .orderBy('e.id', 'desc'),
      )
      .with('wrong', (part) =>
        part
          .selectFrom('links')
          .where('reason', 'is not', null)
          .select([
            'request_id',
            sql<number | null>`${sql.ref('id')}`.as('id'),
            'n as position',
            'reason',
          ])
          .unionAll(
            part
              .selectFrom((eb) =>
                eb
                  .selectFrom('history_heads')
                  .where((head) => head.between('request_id', from, until))
                  .selectAll()
                  .as('h'),
              )
              .fullJoin('lasts as l', 'l.request_id', 'h.request_id')
              .where(
                sql<boolean>`(${sql.ref('h.position')}, ${sql.ref('h.hash')}) is distinct from (${sql.ref('l.position')}, ${sql.ref('l.hash')})`,
              )
              .select((eb) => [
                eb.fn.coalesce('h.request_id', 'l.request_id').$notNull().as('request_id'),
                sql<number | null>`null::int`.as('id'),
                sql<number>`coalesce(${eb.ref('l.position')}, 0) + 1`.as('position'),
                eb
                  .case()
                  .when(
                    eb.or([
                      eb('l.position', '<', eb.ref('h.position')),
                      eb('l.request_id', 'is', null),
                    ]),
                  )
                  .then(sql.lit<BrokenReason>('gone'))
                  .else(sql.lit<BrokenReason>('head'))
                  .end()
                  .as('reason'),
              ]),
          ),
      )
      .selectFrom('wrong')
      .distinctOn('request_id')
      .select([
        'request_id as requestId',
        'id',
        sql<number>`${sql.ref('position')}::int`.as('position'),
        'reason',
      ])
      .$narrowType<{ reason: BrokenReason }>()
      .orderBy('request_id')
      .orderBy('wrong.position')
      .orderBy('id', (by) => by.asc().nullsLast())
      .limit(mostBroken),
  );
  return { ...(counts ?? { requests: 0, events: 0, erased: 0 }), broken };
}
