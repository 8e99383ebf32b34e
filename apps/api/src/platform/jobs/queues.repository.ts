import { organisationThereSql } from '../auth/active-agent.ts';
import type { Pool } from '../database/db.ts';
import { isNight, morningOf, type Night } from '../phones/night.ts';

/** How one queue is doing, whichever process works it off. */
export interface QueueState {
  /** Rows that are to be done, those under way included. Mails that wait for others to join them wait too. */
  readonly waiting: number;
  /** Rows that a process has in hand. */
  readonly underWay: number;
  /** Rows given up in the last 30 days; of jobs, those that failed when they ran last. */
  readonly failed: number;
  /** Seconds for which the most overdue row should have been done; 0 where none is. */
  readonly late: number;
}

/** In the order of their rows. */
export const queueNames = ['jobs', 'mails', 'telephones', 'scans', 'webhooks'] as const;
export type QueueName = (typeof queueNames)[number];

export interface Queues {
  readonly states: Readonly<Record<QueueName, QueueState>>;
  /** Members of {@link Queues.states} by the names of their series. */
  readonly mailsWaiting: number;
  readonly mailsGivenUp: number;
  readonly mailsLate: number;
  readonly phonesWaiting: number;
  readonly phonesLost: number;
  readonly phonesLate: number;
  readonly filesUnscanned: number;
  readonly filesLate: number;
  readonly webhooksWaiting: number;
  readonly webhooksLate: number;
  readonly webhooksGivenUp: number;
  /** Messages to telephones of the last 30 days: those that left, and those for which a mail did. */
  readonly phonesSent: number;
  readonly phonesMailed: number;
  /** Addresses that were turned off. */
  readonly webhooksOff: number;
  /** Of the messages given up: because too many waited for an address, or one too long. */
  readonly webhooksDropped: number;
  readonly jobs: readonly {
    readonly name: string;
    readonly everySeconds: number;
    /** Seconds since 1970; null: never. */
    readonly lastSuccess: number | null;
    readonly lastFailure: number | null;
    readonly failures: number;
    /** How long it should have been begun; 0: it is not due, or is being done. */
    readonly late: number;
  }[];
}

/**
 * Selects for each row of a queue whether it is `waiting` or `failed`, and `since` when it is overdue. Parameters: $1 whether it is
 * night, $2 when the morning was.
 */
const rowsOf: Readonly<Record<QueueName, string>> = {
  jobs: `
    SELECT next_run_at <= now() AS waiting, failures > 0 AS failed, held_by, held_until,
      CASE WHEN held_until > now() THEN NULL ELSE next_run_at END AS since
    FROM background_jobs`,
  mails: `
    SELECT state = 'WAITING' AS waiting, state = 'FAILED' AS failed, held_by, held_until,
      CASE WHEN attempts = 0 THEN next_attempt_at ELSE created_at END AS since
    FROM outbox_mails WHERE state IN ('WAITING', 'FAILED')`,
  // Where a mail left in its place, nothing failed; the night does not count.
  telephones: `
    SELECT state = 'WAITING' AS waiting, state = 'FAILED' AND NOT is_mailed AS failed, held_by, held_until,
      CASE WHEN kind = 'CODE' THEN created_at WHEN NOT $1 THEN GREATEST(created_at, $2::timestamptz) END AS since
    FROM phone_messages WHERE state IN ('WAITING', 'FAILED')`,
  scans: `
    SELECT true AS waiting, false AS failed, held_by, held_until, created_at AS since
    FROM stored_files WHERE scan_state = 'PENDING' AND removed_at IS NULL`,
  // Messages of paused addresses do not wait; one that failed is overdue by its schedule.
  webhooks: `
    SELECT d.state = 'WAITING' AND e.paused_at IS NULL AS waiting, d.state = 'FAILED' AS failed, d.held_by, d.held_until,
      CASE WHEN ${organisationThereSql('p')} AND (d.held_until IS NULL OR d.held_until < now()) THEN d.next_attempt_at END AS since
    FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
      JOIN partners p ON p.id = e.partner_id WHERE d.state <> 'DELIVERED'`,
};

const stateOf = (name: QueueName): string => `
  '${name}', (SELECT json_build_object(
    'waiting', count(*) FILTER (WHERE waiting),
    'underWay', count(*) FILTER (WHERE waiting AND held_by IS NOT NULL AND held_until > now()),
    'failed', count(*) FILTER (WHERE failed),
    'late', COALESCE(max(extract(epoch FROM now() - since)) FILTER (WHERE waiting AND since <= now()), 0))
  FROM (${rowsOf[name]}) AS queue)`;

const statement = `
  SELECT json_build_object(${queueNames.map(stateOf).join(', ')}) AS states,
    json_build_object(
      'phonesSent', (SELECT count(*) FROM phone_messages WHERE state = 'SENT'),
      'phonesMailed', (SELECT count(*) FROM phone_messages WHERE state = 'FAILED' AND is_mailed),
      'webhooksOff', (SELECT count(*) FROM webhook_endpoints WHERE off_at IS NOT NULL),
      'webhooksDropped', (SELECT count(*) FROM webhook_deliveries
        WHERE state = 'FAILED' AND fault IN ('TOO_MANY_WAITED', 'WAITED_TOO_LONG')),
      'jobs', (SELECT COALESCE(json_agg(json_build_object(
        'name', name, 'everySeconds', every_seconds, 'failures', failures,
        'lastSuccess', extract(epoch FROM last_success_at),
        'lastFailure', extract(epoch FROM last_failure_at),
        'late', CASE WHEN held_until > now() THEN 0
          ELSE GREATEST(0, extract(epoch FROM now() - next_run_at)) END) ORDER BY name), '[]')
        FROM background_jobs)) AS others`;

/** Reads all queues in one statement (`night`: when no message to a telephone is late), on the plain connections, so that waits for the portal's own can be reported. */
export async function readQueues(pool: Pool, night: Night): Promise<Queues> {
  const now = new Date();
  const { rows } = await pool.query<{
    states: Queues['states'];
    others: Pick<
      Queues,
      'phonesSent' | 'phonesMailed' | 'webhooksOff' | 'webhooksDropped' | 'jobs'
    >;
  }>(statement, [isNight(now, night), morningOf(now, night)]);
  const [row] = rows;
  if (row === undefined) throw new Error('The queues cannot be read');
  const { mails, telephones, scans, webhooks } = row.states;
  return {
    ...row.others,
    states: row.states,
    mailsWaiting: mails.waiting,
    mailsGivenUp: mails.failed,
    mailsLate: mails.late,
    phonesWaiting: telephones.waiting,
    phonesLost: telephones.failed,
    phonesLate: telephones.late,
    filesUnscanned: scans.waiting,
    filesLate: scans.late,
    webhooksWaiting: webhooks.waiting,
    webhooksLate: webhooks.late,
    webhooksGivenUp: webhooks.failed,
  };
}
