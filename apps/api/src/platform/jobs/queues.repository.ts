import type { Pool } from '../database/db.ts';
import type { FailedRows } from '../queue/failed-rows.ts';
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

export interface PluginQueue {
  readonly name: string;
  /** Selects its rows, as {@link rowsOf} does. */
  readonly rows: (settings: Settings) => string;
  readonly failed: FailedRows;
  /** Its series in the metrics: a member of its state, or what a statement counts. */
  readonly gauges: readonly {
    readonly series: string;
    readonly help: string;
    readonly value: keyof QueueState | { readonly sql: string };
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

/** Selects for each row of a queue whether it is `waiting` or `failed`, and `since` when it is overdue. */
const rowsOf: Readonly<Record<QueueName, string>> = {
  jobs: `
    SELECT next_run_at <= now() AS waiting, failures > 0 AS failed, held_by, held_until,
      CASE WHEN held_until > now() THEN NULL ELSE next_run_at END AS since
    FROM background_jobs`,
  mails: `
    SELECT state = 'WAITING' AS waiting, state = 'FAILED' AS failed, held_by, held_until,
      CASE WHEN attempts = 0 THEN next_attempt_at ELSE created_at END AS since
    FROM outbox_mails WHERE state IN ('WAITING', 'FAILED')`,
  scans: `
    SELECT true AS waiting, false AS failed, held_by, held_until, created_at AS since
    FROM stored_files WHERE scan_state = 'PENDING' AND removed_at IS NULL`,
};

const stateOf = (name: string, rows: string): string => `
  '${name}', (SELECT json_build_object(
    'waiting', count(*) FILTER (WHERE waiting),
    'underWay', count(*) FILTER (WHERE waiting AND held_by IS NOT NULL AND held_until > now()),
    'failed', count(*) FILTER (WHERE failed),
    'late', COALESCE(max(extract(epoch FROM now() - since)) FILTER (WHERE waiting AND since <= now()), 0))
  FROM (${rows}) AS queue)`;

const countedBy = ({ gauges }: PluginQueue) =>
  gauges.flatMap(({ series, value }) =>
    typeof value === 'string' ? [] : [`'${series}', (${value.sql})`],
  );

const statementOf = (ofPlugins: readonly PluginQueue[], settings: Settings): string => `
  SELECT json_build_object(${[
    ...queueNames.map((name) => stateOf(name, rowsOf[name])),
    ...ofPlugins.map(({ name, rows }) => stateOf(name, rows(settings))),
  ].join(', ')}) AS states,
    json_build_object(${ofPlugins.flatMap(countedBy).join(', ')}) AS counted,
    json_build_object(
      'jobs', (SELECT COALESCE(json_agg(json_build_object(
        'name', name, 'everySeconds', every_seconds, 'failures', failures,
        'lastSuccess', extract(epoch FROM last_success_at),
        'lastFailure', extract(epoch FROM last_failure_at),
        'late', CASE WHEN held_until > now() THEN 0
          ELSE GREATEST(0, extract(epoch FROM now() - next_run_at)) END) ORDER BY name), '[]')
        FROM background_jobs)) AS others`;

/** Reads all queues in one statement, on the plain connections, so that waits for the portal's own can be reported. */
export async function readQueues(
  { pool, settings }: { readonly pool: Pool; readonly settings: Settings },
  ofPlugins: readonly PluginQueue[] = [],
): Promise<Queues> {
  const { rows } = await pool.query<{
    states: Queues['states'] & Readonly<Record<string, QueueState>>;
    counted: Readonly<Record<string, number>>;
    others: Pick<Queues, 'jobs'>;
  }>(statementOf(ofPlugins, settings));
  const [row] = rows;
  if (row === undefined) throw new Error('The queues cannot be read');
  const { mails, scans } = row.states;
  const pluginQueue = ({ name, gauges }: PluginQueue): Queues['ofPlugins'][number] => {
    const state = row.states[name];
    if (state === undefined) throw new Error(`The queue ${name} cannot be read`);
    const values = gauges.map(({ series, value }) => [
      series,
      typeof value === 'string' ? state[value] : (row.counted[series] ?? 0),
    ]);
    return { name, state, gauges: Object.fromEntries(values) as Record<string, number> };
  };
  return {
    ...row.others,
    states: row.states,
    mailsWaiting: mails.waiting,
    mailsGivenUp: mails.failed,
    mailsLate: mails.late,
    filesUnscanned: scans.waiting,
    filesLate: scans.late,
    ofPlugins: ofPlugins.map(pluginQueue),
  };
}
