import { organisationThereSql } from '../auth/active-agent.ts';
import type { Pool } from '../database/db.ts';
import { isNight, morningOf, type Night } from '../phones/night.ts';

/** What waits in the database, whichever process is to do it. Ages are in seconds, 0 where nothing waits. */
export interface Queues {
  /** Mails that wait, those that wait for others to join them included. */
  readonly mailsWaiting: number;
  readonly mailsGivenUp: number;
  /** How long the one that is most overdue should have left. */
  readonly mailsLate: number;
  /** Messages to telephones that wait, for the morning too. */
  readonly phonesWaiting: number;
  /** Of the last 30 days: those that left, those for which a mail did, and those for which nothing did. */
  readonly phonesSent: number;
  readonly phonesMailed: number;
  readonly phonesLost: number;
  /** How long the most overdue message should have left; the night does not count. */
  readonly phonesLate: number;
  readonly filesUnscanned: number;
  /** How long the oldest of them has waited. */
  readonly filesLate: number;
  /** Messages to other systems that wait for an attempt, without those of addresses that are paused. */
  readonly webhooksWaiting: number;
  /** How long the next attempt at one of them is overdue at most: one that failed waits by its schedule. */
  readonly webhooksLate: number;
  /** Given up in the last 30 days, and addresses that were turned off. */
  readonly webhooksGivenUp: number;
  readonly webhooksOff: number;
  /** Of those given up: because too many waited for an address, or one too long. */
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

/** Reads all queues in one statement (`night`: when no message to a telephone is late), on the plain connections: what keeps the portal's own busy is told too. */
export async function readQueues(pool: Pool, night: Night): Promise<Queues> {
  const now = new Date();
  const { rows } = await pool.query<{ queues: Queues }>(
    `
    SELECT json_build_object(
      'mailsWaiting', m.waiting, 'mailsGivenUp', m.failed, 'mailsLate', m.late,
      'phonesWaiting', p.waiting, 'phonesSent', p.sent, 'phonesMailed', p.mailed, 'phonesLost', p.lost, 'phonesLate', p.late,
      'filesUnscanned', f.waiting, 'filesLate', f.late,
      'webhooksWaiting', w.waiting, 'webhooksLate', w.late, 'webhooksGivenUp', w.failed, 'webhooksOff', o.off, 'webhooksDropped', w.dropped,
      'jobs', j.jobs) AS queues
    FROM (
      SELECT count(*) FILTER (WHERE state = 'WAITING') AS waiting,
        count(*) FILTER (WHERE state = 'FAILED') AS failed,
        COALESCE(max(extract(epoch FROM now() -
          CASE WHEN attempts = 0 THEN next_attempt_at ELSE created_at END))
          FILTER (WHERE state = 'WAITING' AND (attempts > 0 OR next_attempt_at <= now())), 0) AS late
      FROM outbox_mails WHERE state IN ('WAITING', 'FAILED')
    ) AS m, (
      SELECT count(*) FILTER (WHERE state = 'WAITING') AS waiting,
        count(*) FILTER (WHERE state = 'SENT') AS sent,
        count(*) FILTER (WHERE state = 'FAILED' AND is_mailed) AS mailed,
        count(*) FILTER (WHERE state = 'FAILED' AND NOT is_mailed) AS lost,
        COALESCE(max(extract(epoch FROM now() - CASE WHEN kind = 'CODE' THEN created_at
          ELSE GREATEST(created_at, $2::timestamptz) END))
          FILTER (WHERE state = 'WAITING' AND (kind = 'CODE' OR NOT $1)), 0) AS late
      FROM phone_messages
    ) AS p, (
      SELECT count(*) AS waiting, COALESCE(extract(epoch FROM now() - min(created_at)), 0) AS late
      FROM stored_files WHERE scan_state = 'PENDING' AND removed_at IS NULL
    ) AS f, (
      SELECT count(*) FILTER (WHERE d.state = 'WAITING' AND e.paused_at IS NULL) AS waiting,
        count(*) FILTER (WHERE d.state = 'FAILED') AS failed,
        count(*) FILTER (WHERE d.state = 'FAILED' AND d.fault IN ('TOO_MANY_WAITED', 'WAITED_TOO_LONG')) AS dropped,
        COALESCE(GREATEST(0, max(extract(epoch FROM now() - d.next_attempt_at)) FILTER (
          WHERE d.state = 'WAITING' AND e.paused_at IS NULL AND ${organisationThereSql('p')} AND (d.held_until IS NULL OR d.held_until < now()))), 0) AS late
      FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
        JOIN partners p ON p.id = e.partner_id WHERE d.state <> 'DELIVERED'
    ) AS w, (
      SELECT count(*) AS off FROM webhook_endpoints WHERE off_at IS NOT NULL
    ) AS o, (
      SELECT COALESCE(json_agg(json_build_object(
        'name', name, 'everySeconds', every_seconds, 'failures', failures,
        'lastSuccess', extract(epoch FROM last_success_at),
        'lastFailure', extract(epoch FROM last_failure_at),
        'late', CASE WHEN held_until > now() THEN 0
          ELSE GREATEST(0, extract(epoch FROM now() - next_run_at)) END) ORDER BY name), '[]') AS jobs
      FROM background_jobs
    ) AS j`,
    [isNight(now, night), morningOf(now, night)],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The queues cannot be read');
  return row.queues;
}
