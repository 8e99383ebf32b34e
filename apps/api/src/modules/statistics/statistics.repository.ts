import { openAges, type OpenAge } from '@wasl/contracts';
import { type Expression, type ExpressionBuilder, type QueryCreator, sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres';

import type { Db } from '../../platform/database/db.ts';
import { build, read } from '../../platform/database/statements.repository.ts';
import { itemLabel, type Labelled } from '../reference/index.ts';
import { atWorkStepStatuses } from '../../rules/step-transitions.ts';
import { delay, isClosed, isReceived, seenSteps } from './counted-steps.repository.ts';

/** The counted instants from `start` (included) to `end` (excluded). */
export interface Period {
  readonly start: Date;
  readonly end: Date;
  /** The start of each month in the period, in order; the first is `start`. */
  readonly months: readonly Date[];
}

/** The figures of one organisation in the statement's result. `month` counts from 0. */
export interface Figures {
  readonly received: number;
  readonly closed: number;
  readonly medianDays: number | null;
  readonly p90Days: number | null;
  readonly open: Readonly<Record<OpenAge, number>>;
  readonly months: readonly { month: number; received: number; closed: number }[];
  readonly services: readonly {
    service: Labelled;
    received: number;
    closed: number;
    medianDays: number | null;
    open: number;
  }[];
  readonly colleagues: readonly {
    id: string | null;
    name: string | null;
    received: number;
    closed: number;
    medianDays: number | null;
    open: number;
  }[];
  /** The number of ratings with 1, 2 … 5 stars. */
  readonly stars: readonly number[];
  readonly words: readonly {
    stars: number;
    text: string;
    at: string;
    numRequest: string;
    stepId: number;
  }[];
}

/** Limit of the newest rating texts in the answer. */
const newestWords = 20;
const dayMs = 24 * 60 * 60 * 1000;
/** Upper limits of the ages of open steps, in days; the last age has none. */
const ageDays = [8, 16, 32] as const;

const count = build.fn.countAll<number>();
const none = sql.lit<number>(0);
/** The discrete percentile `part` of `days`. */
const daysOf = (part: number) =>
  build.fn
    .agg<number | null>('percentile_disc', [sql.lit(part)])
    .withinGroupOrderBy(sql.ref('days'));
const noDays = sql<number | null>`NULL::int`.as('medianDays');
const sumOf = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::int`;
/** The number of steps in rows of {@link countedSteps}. */
const steps = sumOf('steps');

/**
 * The organisation's counted steps as common tables, so that each is read once. Received steps and those at work are
 * counted where they are read: there are many, and processing_steps_statistics_idx has all of their columns.
 */
function countedSteps(partnerId: number, { start, end, months }: Period, now: Date) {
  const since = ageDays.map((count) => new Date(now.getTime() - count * dayMs)).reverse();
  const monthOf = (at: Expression<Date | null>) =>
    sql<number>`width_bucket(${at}, ${months}::timestamptz[]) - 1`.as('month');
  const seen = seenSteps.where('s.partner_id', '=', partnerId);
  return build
    .with(
      (part) => part('received').materialized(),
      () =>
        seen
          .where(isReceived)
          .where('s.assigned_at', '>=', start)
          .where('s.assigned_at', '<', end)
          .groupBy(['s.title_item_id', 's.assignee_id', sql.ref('month')])
          .select((eb) => [
            's.title_item_id as service_id',
            's.assignee_id as user_id',
            monthOf(eb.ref('s.assigned_at')),
            count.as('steps'),
          ]),
    )
    .with(
      (part) => part('closed').materialized(),
      () =>
        seen
          .where(isClosed)
          .where('s.processed_at', '>=', start)
          .where('s.processed_at', '<', end)
          .select((eb) => [
            's.id',
            's.request_id',
            's.title_item_id as service_id',
            delay.as('days'),
            monthOf(eb.ref('s.processed_at')),
          ]),
    )
    .with(
      (part) => part('at_work').materialized(),
      () =>
        seen
          .where(
            's.status',
            'in',
            atWorkStepStatuses.map((status) => sql.lit(status)),
          )
          .groupBy(['s.title_item_id', 's.assignee_id', sql.ref('age')])
          .select((eb) => [
            's.title_item_id as service_id',
            's.assignee_id as user_id',
            sql<number>`width_bucket(${eb.ref('s.assigned_at')}, ${since}::timestamptz[])`.as(
              'age',
            ),
            count.as('steps'),
          ]),
    )
    .with(
      (part) => part('rated').materialized(),
      () =>
        seen
          .innerJoin('ratings as g', 'g.step_id', 's.id')
          .innerJoin('requests as r', 'r.id', 's.request_id')
          .where('g.created_at', '>=', start)
          .where('g.created_at', '<', end)
          .select([
            'g.beneficiary_rating as stars',
            'g.beneficiary_feedback as text',
            'g.created_at as at',
            's.id as stepId',
            'r.num_request as numRequest',
          ]),
    )
    .with('closers', (part) =>
      part
        .selectFrom('closed as c')
        .select((eb) => [
          'c.days',
          eb
            .selectFrom('history_events as h')
            .whereRef('h.request_id', '=', 'c.request_id')
            .whereRef('h.step_id', '=', 'c.id')
            .where('h.kind', '=', sql.lit('STEP_STATUS'))
            .where('h.to_status', '=', sql.lit('PROCESSED'))
            .orderBy('h.id', 'desc')
            .limit(1)
            .select('h.actor_id')
            .as('user_id'),
        ]),
    );
}

type CountedSteps =
  ReturnType<typeof countedSteps> extends QueryCreator<infer Tables>
    ? ExpressionBuilder<Tables, never>
    : never;

/** The figures of each agent: received and open steps by their owner, closed steps by who closed them. */
function colleaguesOf(eb: CountedSteps) {
  const byColleague = eb
    .selectFrom('received')
    .where('user_id', 'is not', null)
    .groupBy('user_id')
    .select(['user_id', steps.as('received'), none.as('closed'), noDays, none.as('open')])
    .unionAll(
      eb
        .selectFrom('closers')
        .groupBy('user_id')
        .select([
          'user_id',
          none.as('received'),
          count.as('closed'),
          daysOf(0.5).as('medianDays'),
          none.as('open'),
        ]),
    )
    .unionAll(
      eb
        .selectFrom('at_work')
        .where('user_id', 'is not', null)
        .groupBy('user_id')
        .select(['user_id', none.as('received'), none.as('closed'), noDays, steps.as('open')]),
    );
  return build
    .selectFrom(byColleague.as('kinds'))
    .leftJoin('users as u', 'u.id', 'kinds.user_id')
    .groupBy(['u.id', 'u.prenom', 'u.nom'])
    .select((kinds) => [
      'u.id',
      sql<
        string | null
      >`nullif(trim(${kinds.ref('u.prenom')} || ' ' || ${kinds.ref('u.nom')}), '')`.as('name'),
      sumOf('received').as('received'),
      sumOf('closed').as('closed'),
      kinds.fn.max('medianDays').as('medianDays'),
      sumOf('open').as('open'),
    ])
    .orderBy('closed', 'desc')
    .orderBy('name');
}

export function statisticsRepository(db: Db) {
  return {
    /**
     * Reads all figures of an organisation in one statement, so that every part has the same data. Received and closed
     * steps are read from indexes on their days, so a month costs a month's rows. Steps with a request hidden from the
     * agents are not counted.
     */
    async figures(partnerId: number, period: Period, now: Date): Promise<Figures> {
      const query = countedSteps(partnerId, period, now).selectNoFrom((eb) => {
        const byMonth = eb
          .selectFrom('received')
          .groupBy('month')
          .select(['month', steps.as('received'), none.as('closed')])
          .unionAll(
            eb
              .selectFrom('closed')
              .groupBy('month')
              .select(['month', none.as('received'), count.as('closed')]),
          );
        const byService = eb
          .selectFrom('received')
          .groupBy('service_id')
          .select(['service_id', steps.as('received'), none.as('closed'), noDays, none.as('open')])
          .unionAll(
            eb
              .selectFrom('closed')
              .groupBy('service_id')
              .select([
                'service_id',
                none.as('received'),
                count.as('closed'),
                daysOf(0.5).as('medianDays'),
                none.as('open'),
              ]),
          )
          .unionAll(
            eb
              .selectFrom('at_work')
              .groupBy('service_id')
              .select([
                'service_id',
                none.as('received'),
                none.as('closed'),
                noDays,
                steps.as('open'),
              ]),
          );
        const services = build
          .selectFrom(byService.as('kinds'))
          .groupBy('service_id')
          .orderBy(sql`sum(closed) + sum(received) + sum(open)`, 'desc')
          .orderBy('service_id')
          .select((kinds) => [
            jsonObjectFrom(
              kinds
                .selectFrom('reference_items as i')
                .whereRef('i.id', '=', 'kinds.service_id')
                .select(itemLabel),
            )
              .$notNull()
              .as('service'),
            sumOf('received').as('received'),
            sumOf('closed').as('closed'),
            kinds.fn.max('medianDays').as('medianDays'),
            sumOf('open').as('open'),
          ]);
        const ages = eb.selectFrom('at_work').select(
          jsonBuildObject(
            // The last bucket has the newest age.
            Object.fromEntries<Expression<number>>(
              openAges.map((age, i) => [
                age,
                sql`coalesce(sum(steps) FILTER (WHERE age = ${sql.lit(ageDays.length - i)}), 0)::int`,
              ]),
            ) as Record<OpenAge, Expression<number>>,
          ).as('ages'),
        );
        const stars = eb.selectFrom('rated').select((rating) => {
          const counts = [1, 2, 3, 4, 5].map((number) =>
            rating.fn.countAll().filterWhere('stars', '=', number),
          );
          return sql<number[]>`json_build_array(${sql.join(counts)})`.as('counts');
        });
        const closed = eb.selectFrom('closed');
        return jsonBuildObject({
          received: eb.selectFrom('received').select(steps.as('n')).$asScalar().$notNull(),
          closed: closed.select(count.as('n')).$asScalar().$notNull(),
          medianDays: closed.select(daysOf(0.5).as('n')).$asScalar(),
          p90Days: closed.select(daysOf(0.9).as('n')).$asScalar(),
          open: ages.$asScalar().$notNull(),
          months: jsonArrayFrom(
            build
              .selectFrom(byMonth.as('kinds'))
              .groupBy('month')
              .select(['month', sumOf('received').as('received'), sumOf('closed').as('closed')]),
          ),
          services: jsonArrayFrom(services),
          colleagues: jsonArrayFrom(colleaguesOf(eb)),
          stars: stars.$asScalar().$notNull(),
          words: jsonArrayFrom(
            eb
              .selectFrom('rated')
              .orderBy('at', 'desc')
              .orderBy('stepId', 'desc')
              .limit(newestWords)
              .select(['stars', 'text', 'at', 'numRequest', 'stepId']),
          ),
        }).as('figures');
      });
      const [row] = await read(db, 'the figures of an organisation', query, 'report');
      if (row === undefined) throw new Error('The statement of figures answers one row');
      return row.figures;
    },
  };
}
