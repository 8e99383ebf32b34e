import { clockChanges } from '@wasl/contracts';

import type { IntegrationActKind } from '@wasl/db';

import type { Db } from '../platform/database/db.ts';

/** What went on on one day of Morocco. */
export interface DayOfActivity {
  readonly day: string;
  readonly signUps: number;
  readonly signIns: number;
  readonly submitted: number;
  readonly stepsClosed: number;
  readonly imports: number;
  readonly mailsSent: number;
  readonly mailsGivenUp: number;
  readonly administratorActs: number;
}

/** The days since an instant, the newest first, those without anything left out. Sessions and mails are kept for a month. */
export async function activityByDay(db: Db, since: Date, now: Date): Promise<DayOfActivity[]> {
  // The database's own zone data may be older than what the portal goes by.
  const clock = clockChanges(since, now).map(([from, minutes]) => ({
    from: new Date(from).toISOString(),
    minutes,
  }));
  return await db.$queryRaw<DayOfActivity[]>`
    SELECT to_char(
        at AT TIME ZONE 'UTC' + make_interval(mins => (
          SELECT minutes FROM json_to_recordset(${JSON.stringify(clock)}::json) AS clock ("from" timestamptz, minutes int)
          WHERE "from" <= at ORDER BY "from" DESC LIMIT 1)),
        'YYYY-MM-DD') AS day,
      (count(*) FILTER (WHERE what = 'up'))::int AS "signUps",
      (count(*) FILTER (WHERE what = 'in'))::int AS "signIns",
      (count(*) FILTER (WHERE what = 'submitted'))::int AS submitted,
      (count(*) FILTER (WHERE what = 'closed'))::int AS "stepsClosed",
      (count(*) FILTER (WHERE what = 'import'))::int AS imports,
      (count(*) FILTER (WHERE what = 'sent'))::int AS "mailsSent",
      (count(*) FILTER (WHERE what = 'given up'))::int AS "mailsGivenUp",
      (count(*) FILTER (WHERE what = 'act'))::int AS "administratorActs"
    FROM (
      SELECT created_at AS at, 'up' AS what FROM users WHERE created_at >= ${since}
      UNION ALL SELECT created_at, 'in' FROM sessions WHERE created_at >= ${since}
      UNION ALL SELECT submitted_at, 'submitted' FROM requests WHERE submitted_at >= ${since}
      UNION ALL SELECT processed_at, 'closed' FROM processing_steps
        WHERE processed_at >= ${since} AND status = 'PROCESSED'
      UNION ALL SELECT started_at, 'import' FROM import_runs WHERE started_at >= ${since} AND NOT is_dry_run
      UNION ALL SELECT sent_at, 'sent' FROM outbox_mails WHERE sent_at >= ${since}
      UNION ALL SELECT created_at, 'given up' FROM outbox_mails WHERE created_at >= ${since} AND state = 'FAILED'
      UNION ALL SELECT at, 'act' FROM administrator_acts WHERE at >= ${since}
    ) AS events
    GROUP BY day ORDER BY day DESC`;
}

/** Imports that were refused or failed, the newest first. */
export async function failedImports(db: Db, since: Date, limit: number) {
  return await db.importRun.findMany({
    where: { startedAt: { gte: since }, isDryRun: false, status: { in: ['REFUSED', 'FAILED'] } },
    orderBy: { startedAt: 'desc' },
    take: limit,
    select: {
      startedAt: true,
      kind: true,
      status: true,
      faults: true,
      refusal: true,
      originalName: true,
      partner: { select: { title: true } },
    },
  });
}

export interface ActOnIntegration {
  readonly at: Date;
  readonly kind: IntegrationActKind;
  /** As it was typed: of the key, or what the webhook is for. */
  readonly name: string;
  /** The organisation's title; its id where it is gone. */
  readonly organisation: string;
  /** The e-mail of the responsable, their id where the account is gone; null for the portal itself. */
  readonly by: string | null;
}

/** What responsables and the portal did about keys and webhooks, the newest first. */
export async function actsOnIntegrations(
  db: Db,
  since: Date,
  limit: number,
): Promise<ActOnIntegration[]> {
  return await db.$queryRaw<ActOnIntegration[]>`
    SELECT a.at, a.kind::text AS kind, a.name, coalesce(p.title, a.partner_id::text) AS organisation,
      coalesce(u.email, a.by_id::text) AS by
    FROM integration_acts a
    LEFT JOIN partners p ON p.id = a.partner_id
    LEFT JOIN users u ON u.id = a.by_id
    WHERE a.at >= ${since}
    ORDER BY a.id DESC LIMIT ${limit}`;
}
