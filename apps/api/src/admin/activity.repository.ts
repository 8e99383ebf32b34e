import { clockChanges } from '@wasl/contracts';

import type { IntegrationActKind } from '@wasl/db';
import { sql } from 'kysely';

import type { Db } from '../platform/database/db.ts';
import { build, rows } from '../platform/database/statements.repository.ts';

/** Activity of one day in Morocco. */
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

/** Days with activity since an instant, newest first. Sessions and mails are stored for a month. */
export async function activityByDay(db: Db, since: Date, now: Date): Promise<DayOfActivity[]> {
  // The zone data of the database may be older than the portal's.
  const clock = clockChanges(since, now).map(([from, minutes]) => ({
    from: new Date(from).toISOString(),
    minutes,
  }));
  const as = (what: string) => sql.lit(what).as('what');
  const events = build
    .selectFrom('requests')
    .where('submitted_at', '>=', since)
    .select(['submitted_at as at', as('submitted')])
    .unionAll(
      build
        .selectFrom('users')
        .where('created_at', '>=', since)
        .select(['created_at as at', as('up')]),
    )
    .unionAll(
      build
        .selectFrom('sessions')
        .where('created_at', '>=', since)
        .select(['created_at as at', as('in')]),
    )
    .unionAll(
      build
        .selectFrom('processing_steps')
        .where('processed_at', '>=', since)
        .where('status', '=', sql.lit('PROCESSED'))
        .select(['processed_at as at', as('closed')]),
    )
    .unionAll(
      build
        .selectFrom('import_runs')
        .where('started_at', '>=', since)
        .where('is_dry_run', '=', false)
        .select(['started_at as at', as('import')]),
    )
    .unionAll(
      build
        .selectFrom('outbox_mails')
        .where('sent_at', '>=', since)
        .select(['sent_at as at', as('sent')]),
    )
    .unionAll(
      build
        .selectFrom('outbox_mails')
        .where('created_at', '>=', since)
        .where('state', '=', sql.lit('FAILED'))
        .select(['created_at as at', as('given up')]),
    )
    .unionAll(
      build
        .selectFrom('administrator_acts')
        .where('at', '>=', since)
        .select(['at', as('act')]),
    )
    .as('events');
  const countOf = (what: string) =>
    sql<number>`(count(*) filter (where ${sql.ref('what')} = ${sql.lit(what)}))::int`;
  const query = build
    .selectFrom(events)
    .select((eb) => {
      const minutes = eb
        .selectFrom(
          sql<{
            from: Date;
            minutes: number;
          }>`json_to_recordset(${JSON.stringify(clock)}::json)`.as<'c'>(
            sql`c ("from" timestamptz, minutes int)`,
          ),
        )
        .whereRef('c.from', '<=', 'events.at')
        .orderBy('c.from', 'desc')
        .limit(1)
        .select('c.minutes');
      return [
        sql<string>`to_char(${eb.ref('events.at')} at time zone 'UTC' + make_interval(mins => ${minutes}), 'YYYY-MM-DD')`.as(
          'day',
        ),
        countOf('up').as('signUps'),
        countOf('in').as('signIns'),
        countOf('submitted').as('submitted'),
        countOf('closed').as('stepsClosed'),
        countOf('import').as('imports'),
        countOf('sent').as('mailsSent'),
        countOf('given up').as('mailsGivenUp'),
        countOf('act').as('administratorActs'),
      ];
    })
    .groupBy(sql.ref('day'))
    .orderBy('day', 'desc');
  return await rows(db, query);
}

/** Refused or failed imports, newest first. */
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
  /** As typed: the name of the key, or the purpose of the webhook. */
  readonly name: string;
  /** Title of the organisation; its id after deletion. */
  readonly organisation: string;
  /** E-mail of the responsable, or their id after erasure; null for the portal itself. */
  readonly by: string | null;
}

/** Acts of responsables and the portal on keys and webhooks, newest first. */
export async function actsOnIntegrations(
  db: Db,
  since: Date,
  limit: number,
): Promise<ActOnIntegration[]> {
  const query = build
    .selectFrom('integration_acts as a')
    .leftJoin('partners as p', 'p.id', 'a.partner_id')
    .leftJoin('users as u', 'u.id', 'a.by_id')
    .where('a.at', '>=', since)
    .orderBy('a.id', 'desc')
    .limit(limit)
    .select((eb) => [
      'a.at',
      'a.kind',
      'a.name',
      sql<string>`coalesce(${eb.ref('p.title')}, ${eb.ref('a.partner_id')}::text)`.as(
        'organisation',
      ),
      sql<string | null>`coalesce(${eb.ref('u.email')}, ${eb.ref('a.by_id')}::text)`.as('by'),
    ]);
  return await rows(db, query);
}
