import {
  type AliasableExpression,
  type Expression,
  type InferResult,
  sql,
  type SqlBool,
} from 'kysely';
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres';

import type { Pool } from '../database/db.ts';
import { build } from '../database/statements.repository.ts';
import type { FailedRows } from '../queue/failed-rows.ts';
import { isFree, now } from '../queue/queue.repository.ts';
import type { Settings } from '../settings/env.ts';

/** State of one queue, over all processes. */
export interface QueueState {
  /** Rows to do, including those in progress and mails that wait to be merged. */
  readonly waiting: number;
  readonly underWay: number;
  /** Rows that failed for good in the last 30 days; for jobs, those whose last run failed. */
  readonly failed: number;
  /** Seconds since the most overdue row was due; 0 where none is overdue. */
  readonly late: number;
}

/** In the order of their rows. */
export const queueNames = ['jobs', 'mails', 'scans'] as const;
type QueueName = (typeof queueNames)[number];

/** Whether each row of a queue is `waiting` or `failed`, and `since` when it is overdue. */
export type QueueRows = AliasableExpression<{
  readonly waiting: SqlBool;
  readonly failed: SqlBool;
  readonly held_by: string | null;
  readonly held_until: Date | null;
  readonly since: Date | null;
}>;

export interface PluginQueue {
  readonly name: string;
  readonly rows: (settings: Settings) => QueueRows;
  readonly failed: FailedRows;
  /** Its series in the metrics: a member of its state, or a count. */
  readonly gauges: readonly {
    readonly series: string;
    readonly help: string;
    readonly value: keyof QueueState | Expression<number>;
  }[];
}

export interface Queues {
  readonly states: Readonly<Record<QueueName, QueueState>>;
  /** Members of {@link Queues.states} by the names of their series. */
  readonly mailsWaiting: number;
  readonly mailsGivenUp: number;
  readonly mailsLate: number;
  readonly filesUnscanned: number;
  readonly filesLate: number;
  readonly ofPlugins: readonly {
    readonly name: string;
    readonly state: QueueState;
    /** By their series. */
    readonly gauges: Readonly<Record<string, number>>;
  }[];
  readonly jobs: readonly {
    readonly name: string;
    readonly everySeconds: number;
    /** Seconds since 1970; null: never. */
    readonly lastSuccess: number | null;
    readonly lastFailure: number | null;
    readonly failures: number;
    /** Seconds since it was due; 0: it is not due, or is running. */
    readonly late: number;
  }[];
}

/** The rows of each queue of the core. */
const rowsOf: Readonly<Record<QueueName, QueueRows>> = {
  jobs: build
    .selectFrom('background_jobs')
    .select((eb) => [
      eb('next_run_at', '<=', now).as('waiting'),
      eb('failures', '>', sql.lit(0)).as('failed'),
      'held_by',
      'held_until',
      eb.case().when(isFree(now)).then(eb.ref('next_run_at')).end().as('since'),
    ]),
  mails: build
    .selectFrom('outbox_mails')
    .where('state', 'in', ['WAITING', 'FAILED'])
    .select((eb) => [
      eb('state', '=', sql.lit('WAITING')).as('waiting'),
      eb('state', '=', sql.lit('FAILED')).as('failed'),
      'held_by',
      'held_until',
      eb
        .case()
        .when('attempts', '=', sql.lit(0))
        .then(eb.ref('next_attempt_at'))
        .else(eb.ref('created_at'))
        .end()
        .as('since'),
    ]),
  scans: build
    .selectFrom('stored_files')
    .where('scan_state', '=', sql.lit('PENDING'))
    .where('removed_at', 'is', null)
    .select([
      sql.lit(true).as('waiting'),
      sql.lit(false).as('failed'),
      'held_by',
      'held_until',
      'created_at as since',
    ]),
};

// Kysely has no EXTRACT.
const secondsOf = (instant: Expression<Date | null>) =>
  sql<number | null>`extract(epoch from ${instant})`;
const secondsSince = (instant: Expression<Date | null>) =>
  sql<number>`extract(epoch from now() - ${instant})`;

const stateOf = (queued: QueueRows): Expression<QueueState> =>
  build
    .selectFrom(queued.as('queue'))
    .select((eb) => {
      const waiting = eb.ref('waiting');
      const isHeld = [eb('held_by', 'is not', null), eb('held_until', '>', now)];
      const late = eb.fn
        .max(secondsSince(eb.ref('since')))
        .filterWhere(eb.and([waiting, eb('since', '<=', now)]));
      return jsonBuildObject({
        waiting: eb.fn.countAll<number>().filterWhere(waiting),
        underWay: eb.fn.countAll<number>().filterWhere(eb.and([waiting, ...isHeld])),
        failed: eb.fn.countAll<number>().filterWhere(eb.ref('failed')),
        late: eb.fn.coalesce(late, sql.lit(0)),
      }).as('state');
    })
    .$asScalar()
    .$notNull();

const jobStates = jsonArrayFrom(
  build
    .selectFrom('background_jobs')
    .orderBy('name')
    .select((eb) => [
      'name',
      'every_seconds as everySeconds',
      'failures',
      secondsOf(eb.ref('last_success_at')).as('lastSuccess'),
      secondsOf(eb.ref('last_failure_at')).as('lastFailure'),
      eb
        .case()
        .when(isFree(now))
        .then(eb.fn<number>('greatest', [sql.lit(0), secondsSince(eb.ref('next_run_at'))]))
        .else(0)
        .end()
        .as('late'),
    ]),
);

function statementOf(ofPlugins: readonly PluginQueue[], settings: Settings) {
  const states = Object.fromEntries(
    ofPlugins.map(({ name, rows }) => [name, stateOf(rows(settings))]),
  );
  const counted = Object.fromEntries(
    ofPlugins.flatMap(({ gauges }) =>
      gauges.flatMap(({ series, value }) => (typeof value === 'string' ? [] : [[series, value]])),
    ),
  ) as Record<string, Expression<number>>;
  return build.selectNoFrom([
    jsonBuildObject({
      jobs: stateOf(rowsOf.jobs),
      mails: stateOf(rowsOf.mails),
      scans: stateOf(rowsOf.scans),
    }).as('states'),
    jsonBuildObject(states).as('ofPlugins'),
    jsonBuildObject(counted).as('counted'),
    jobStates.as('jobs'),
  ]);
}

/** Reads all queues in one statement, on the plain connections, so that waits for the portal's own can be reported. */
export async function readQueues(
  { pool, settings }: { readonly pool: Pool; readonly settings: Settings },
  ofPlugins: readonly PluginQueue[] = [],
): Promise<Queues> {
  const query = statementOf(ofPlugins, settings);
  const { sql: text, parameters } = query.compile();
  const { rows } = await pool.query<InferResult<typeof query>[number]>(text, [...parameters]);
  const [row] = rows;
  if (row === undefined) throw new Error('The queues cannot be read');
  const { mails, scans } = row.states;
  const pluginQueue = ({ name, gauges }: PluginQueue): Queues['ofPlugins'][number] => {
    const state = row.ofPlugins[name];
    if (state === undefined) throw new Error(`The queue ${name} cannot be read`);
    const values = gauges.map(({ series, value }) => [
      series,
      typeof value === 'string' ? state[value] : (row.counted[series] ?? 0),
    ]);
    return { name, state, gauges: Object.fromEntries(values) as Record<string, number> };
  };
  return {
    jobs: row.jobs,
    states: row.states,
    mailsWaiting: mails.waiting,
    mailsGivenUp: mails.failed,
    mailsLate: mails.late,
    filesUnscanned: scans.waiting,
    filesLate: scans.late,
    ofPlugins: ofPlugins.map(pluginQueue),
  };
}
