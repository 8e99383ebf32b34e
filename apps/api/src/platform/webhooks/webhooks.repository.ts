import { Prisma, type WebhookOff } from '@wasl/db';
import { testKind, type DeliveryFault } from '@wasl/contracts';

import { organisationThereSql } from '../auth/active-agent.ts';
import type { Db } from '../database/db.ts';
import type { Outcome } from './post-message.ts';

/** A message to be sent, and where to. */
export interface DueMessage {
  readonly id: string;
  readonly endpointId: string;
  readonly kind: string;
  readonly data: object;
  readonly createdAt: Date;
  /** With the one that is being made. */
  readonly attempts: number;
  readonly url: string;
  /** Sealed, as the one before; null where there is none that still signs. */
  readonly secret: string;
  readonly secretBefore: string | null;
}

/** Messages of addresses, as they are sent. */
export function webhooksRepository(db: Db) {
  return {
    /**
     * Takes messages that are due, for `leaseSeconds`: no other process takes them meanwhile, and those of one that dies come back.
     * Of each address a few, of one that fails one and after all others, so that none keeps another waiting; of a paused one only
     * tests.
     * @param busy how many of an address are under way here already
     */
    async take(options: {
      readonly now: Date;
      readonly holder: string;
      readonly leaseSeconds: number;
      readonly limit: number;
      readonly ofOne: number;
      readonly busy: ReadonlyMap<string, number>;
    }): Promise<DueMessage[]> {
      const { now, holder, leaseSeconds, limit, ofOne, busy } = options;
      const until = new Date(now.getTime() + leaseSeconds * 1000);
      const underWay = JSON.stringify(Object.fromEntries(busy));
      const isDue = Prisma.sql`state = 'WAITING' AND next_attempt_at <= ${now} AND (held_until IS NULL OR held_until < ${now})`;
      return await db.$queryRaw<DueMessage[]>`
        WITH due AS (
          SELECT d.id FROM webhook_endpoints e
          JOIN partners p ON p.id = e.partner_id AND ${Prisma.raw(organisationThereSql('p'))}
          CROSS JOIN LATERAL (
            SELECT GREATEST(0, CASE WHEN e.failing_since IS NULL THEN ${ofOne}::int ELSE 1 END
              - coalesce((${underWay}::jsonb->>e.id::text)::int, 0)) AS most) AS f
          CROSS JOIN LATERAL (
            SELECT * FROM (SELECT id, next_attempt_at FROM webhook_deliveries
              WHERE e.paused_at IS NULL AND endpoint_id = e.id AND ${isDue}
              ORDER BY next_attempt_at, id LIMIT f.most FOR UPDATE SKIP LOCKED) AS any_kind
            UNION ALL
            -- By an index of their own: what else waits for a paused address is not looked at.
            SELECT * FROM (SELECT id, next_attempt_at FROM webhook_deliveries
              WHERE e.paused_at IS NOT NULL AND endpoint_id = e.id AND kind = ${Prisma.raw(`'${testKind}'`)} AND ${isDue}
              ORDER BY next_attempt_at, id LIMIT f.most FOR UPDATE SKIP LOCKED) AS tests) AS d
          WHERE e.off_at IS NULL
          ORDER BY e.failing_since IS NOT NULL, d.next_attempt_at LIMIT ${limit})
        UPDATE webhook_deliveries m
        SET held_by = ${holder}::uuid, held_until = ${until}, attempts = attempts + 1, last_attempt_at = ${now}
        FROM webhook_endpoints e
        -- As an array: by the key, however many messages there are.
        WHERE m.id = ANY(ARRAY(SELECT id FROM due)) AND e.id = m.endpoint_id
        RETURNING m.id::text AS id, e.id::text AS "endpointId", m.kind, m.data, m.created_at AS "createdAt", m.attempts, e.url,
          e.secret, CASE WHEN e.secret_before_until > ${now} THEN e.secret_before END AS "secretBefore"`;
    },

    /** Writes what an attempt came to; `retryAt` null: none follows. A failure marks since when the address fails. @returns since when */
    async settle(
      { id, endpointId, kind }: Pick<DueMessage, 'id' | 'endpointId' | 'kind'>,
      holder: string,
      outcome: Outcome,
      retryAt: Date | null,
      now: Date,
    ): Promise<Date | null> {
      const { isDelivered, httpStatus, fault, durationMs } = outcome;
      const state = isDelivered ? 'DELIVERED' : retryAt === null ? 'FAILED' : 'WAITING';
      const mark = isDelivered
        ? Prisma.sql`failing_since = NULL`
        : // A test says nothing of how the address does otherwise.
          Prisma.sql`failing_since = CASE WHEN ${kind} = ${testKind} THEN failing_since ELSE coalesce(failing_since, ${now}) END`;
      const rows = await db.$queryRaw<{ failingSince: Date | null }[]>`
        WITH settled AS (
          UPDATE webhook_deliveries SET state = ${state}::"WebhookDeliveryState", held_by = NULL, held_until = NULL,
            http_status = ${httpStatus}::int, fault = ${fault}::text, duration_ms = ${durationMs}::int,
            next_attempt_at = coalesce(${retryAt}::timestamptz, next_attempt_at)
          WHERE id = ${id}::uuid AND held_by = ${holder}::uuid RETURNING id)
        UPDATE webhook_endpoints SET ${mark}
        WHERE id = ${endpointId}::uuid AND EXISTS (SELECT FROM settled)
        RETURNING failing_since AS "failingSince"`;
      return rows[0]?.failingSince ?? null;
    },

    /** Gives back what a process that goes still holds; another sends it. */
    async letGo(holder: string): Promise<void> {
      await db.$executeRaw`
        UPDATE webhook_deliveries SET held_by = NULL, held_until = NULL, attempts = attempts - 1
        WHERE held_by = ${holder}::uuid`;
    },

    /** Turns an address off: nothing is written for it any more, and what waits is given up. @returns whether it was on */
    async turnOff(id: string, reason: WebhookOff, now: Date): Promise<boolean> {
      const fault: DeliveryFault = 'ENDPOINT_OFF';
      const rows = await db.$queryRaw<{ id: string }[]>`
        WITH given_up AS (
          UPDATE webhook_deliveries SET state = 'FAILED', fault = coalesce(fault, ${fault}), held_by = NULL, held_until = NULL
          WHERE endpoint_id = ${id}::uuid AND state = 'WAITING' RETURNING 1)
        UPDATE webhook_endpoints SET off_at = ${now}, off_reason = ${reason}::"WebhookOff", off_told_at = NULL
        -- Read first: an attempt that is being settled holds its message before its address, too.
        WHERE id = ${id}::uuid AND off_at IS NULL AND (SELECT count(*) FROM given_up) >= 0
        RETURNING id::text AS id`;
      return rows.length > 0;
    },

    /**
     * Gives up, of each address, what has been due since before `dueBefore`, and the oldest of what waits beyond `most`; the
     * address says how many in the last `saidSince`. What is being sent stays.
     * @returns how many of each address that had too many
     */
    async dropExcess(options: {
      readonly now: Date;
      readonly most: number;
      readonly dueBefore: Date;
      readonly saidSince: Date;
    }): Promise<
      { readonly endpointId: string; readonly partnerId: number; readonly count: number }[]
    > {
      const { now, most, dueBefore, saidSince } = options;
      const [many, old] = ['TOO_MANY_WAITED', 'WAITED_TOO_LONG'] as const satisfies DeliveryFault[];
      const isFree = Prisma.sql`(held_until IS NULL OR held_until < ${now})`;
      return await db.$queryRaw`
        WITH dropped AS (
          UPDATE webhook_deliveries d
          SET state = 'FAILED', fault = CASE WHEN d.next_attempt_at < ${dueBefore} THEN ${old} ELSE ${many} END,
            held_by = NULL, held_until = NULL
          FROM (
            SELECT x.id FROM webhook_endpoints e CROSS JOIN LATERAL (
              (SELECT id FROM webhook_deliveries
                WHERE endpoint_id = e.id AND state = 'WAITING' AND next_attempt_at < ${dueBefore} AND ${isFree})
              UNION
              (SELECT id FROM webhook_deliveries
                WHERE endpoint_id = e.id AND state = 'WAITING' AND ${isFree}
                ORDER BY created_at DESC, id DESC OFFSET ${most})) AS x) AS excess
          WHERE d.id = excess.id AND d.state = 'WAITING' AND (d.held_until IS NULL OR d.held_until < ${now})
          RETURNING d.endpoint_id AS id),
        counted AS (SELECT id, count(*)::int AS count FROM dropped GROUP BY id)
        UPDATE webhook_endpoints e
        SET dropped = c.count + CASE WHEN e.dropped_at >= ${saidSince} THEN e.dropped ELSE 0 END, dropped_at = ${now}
        FROM counted c WHERE e.id = c.id
        RETURNING e.id::text AS "endpointId", e.partner_id AS "partnerId", c.count`;
    },

    /** What happened before that day is told no more. */
    async removeBefore(day: Date): Promise<void> {
      await db.webhookDelivery.deleteMany({ where: { createdAt: { lt: day } } });
    },
  };
}
