import type { UsualDelay } from '@wasl/contracts';
import { type AliasedExpression, type Expression, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import type { Db } from '../../platform/database/db.ts';
import { build, conditionOn, rows } from '../../platform/database/statements.repository.ts';
import { slowest, usualDelayOf, type Quartiles } from './rules/usual-delay.ts';

/** Closed requests in the sample, newest first, so that old delays do not count. */
const newest = 500;

const daysBetween = (from: Expression<unknown>, to: Expression<unknown>) =>
  sql<number>`(extract(epoch FROM ${to} - ${from}) / 86400)::float8`;

/** Closed requests as `c`, each with the days from its submission to the day of its last processed step. */
const closed = build
  .selectFrom('requests as c')
  .where('c.status', '=', sql.lit('DEMANDE_TRAITE'))
  .limit(sql.lit(newest))
  .select((request) =>
    request
      .selectFrom('processing_steps as p')
      .whereRef('p.request_id', '=', 'c.id')
      .select((step) =>
        daysBetween(step.ref('c.submitted_at'), step.fn.max('p.processed_at')).as('days'),
      )
      .as('days'),
  );
const quartilesOf = (ended: AliasedExpression<{ days: number | null }, 'ended'>) =>
  build.selectFrom(ended).select(({ fn }) => {
    const quartile = (part: number) =>
      fn.agg<number | null>('percentile_cont', [sql.lit(part)]).withinGroupOrderBy('days');
    return [
      sql<number>`${fn.count('days')}::int`.as('count'),
      quartile(0.25).as('low'),
      quartile(0.5).as('median'),
      quartile(0.75).as('high'),
    ];
  });

/**
 * Selects the inputs of the usual delay of `requests as r` as JSON for {@link readUsualDelay}. Each is read from an
 * index, newest first.
 */
export function usualDelay(): Expression<UsualDelayJson> {
  const eb = conditionOn<'r'>();
  const ofJourney = closed
    .whereRef('c.journey_def_id', '=', eb.ref('r.journey_def_id'))
    .orderBy('c.id', 'desc');
  const ofServices = closed
    .innerJoin('request_services as s', 's.request_id', 'c.id')
    .orderBy('s.request_id', 'desc');
  return jsonArrayFrom(
    eb
      .selectFrom(quartilesOf(ofJourney.as('ended')).as('d'))
      .where('r.journey_def_id', 'is not', null)
      .selectAll('d')
      .unionAll(
        eb
          .selectFrom('request_services as own')
          .crossJoinLateral((own) =>
            quartilesOf(
              ofServices.whereRef('s.item_id', '=', own.ref('own.item_id')).as('ended'),
            ).as('d'),
          )
          .whereRef('own.request_id', '=', 'r.id')
          .selectAll('d'),
      ),
  );
}
export type UsualDelayJson = readonly Quartiles[];

/**
 * The usual duration of requests with the same journey or services (the slowest of several); null while too few were
 * closed.
 */
export function readUsualDelay(json: UsualDelayJson): UsualDelay | null {
  return slowest(json.map(usualDelayOf));
}

export async function usualDelayOfRequest(db: Db, requestId: number): Promise<UsualDelay | null> {
  const query = build
    .selectFrom('requests as r')
    .where('r.id', '=', requestId)
    .select(sql<UsualDelayJson>`${usualDelay()}`.as('delays'));
  const [found] = await rows(db, query);
  return readUsualDelay(found?.delays ?? []);
}

/**
 * Selects the inputs of the usual days of organisations as JSON for {@link readUsualDays}. It takes the newest
 * processed steps of each, from their assignment on, and reads them from an index.
 * @param partnerIds an array of ids
 */
export function usualDays(partnerIds: Expression<unknown>): Expression<UsualDaysJson> {
  const done = build
    .selectFrom('processing_steps as s')
    .where('s.processed_at', 'is not', null)
    .where('s.status', '=', sql.lit('PROCESSED'))
    .where('s.assigned_at', 'is not', null)
    .orderBy('s.processed_at', 'desc')
    .limit(sql.lit(newest))
    .select((step) =>
      daysBetween(step.ref('s.assigned_at'), step.ref('s.processed_at')).as('days'),
    );
  return jsonArrayFrom(
    build
      .selectFrom(sql<{ id: number }>`unnest(${partnerIds}::int[])`.as<'p'>(sql`p (id)`))
      .crossJoinLateral((one) =>
        quartilesOf(done.whereRef('s.partner_id', '=', one.ref('p.id')).as('ended')).as('d'),
      )
      .select('p.id')
      .selectAll('d'),
  );
}
export type UsualDaysJson = readonly (Quartiles & { readonly id: number })[];

/**
 * Days that organisations usually take for a step, by their ids. Organisations with too few processed steps are
 * missing.
 */
export function readUsualDays(json: UsualDaysJson): ReadonlyMap<number, number> {
  return new Map(
    json.flatMap(({ id, ...found }) => {
      const delay = usualDelayOf(found);
      return delay === null ? [] : [[id, delay.median] as const];
    }),
  );
}

export async function usualDaysOf(
  db: Db,
  partnerIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const ids = [...new Set(partnerIds)];
  const days = sql<UsualDaysJson>`${usualDays(sql.val(ids))}`.as('days');
  const [found] = await rows(db, build.selectNoFrom(days));
  return readUsualDays(found?.days ?? []);
}
