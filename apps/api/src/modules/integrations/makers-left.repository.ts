import { Prisma } from '@wasl/db';

import { activeAgentSql } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';

/** Whether the person who answers for the row is no responsable of its organisation, or cannot sign in. */
const hasLeft = Prisma.raw(`NOT EXISTS (
  SELECT FROM users u WHERE u.id = coalesce(x.confirmed_by_id, x.created_by_id)
    AND u.partner_id = x.partner_id AND u.is_responsible AND ${activeAgentSql('u')})`);

/** Keys and addresses whose maker left. */
export function makersLeftRepository(db: Db) {
  const unmarkedKeys = (now: Date) => Prisma.sql`
    x.revoked_at IS NULL AND x.expires_at > ${now} AND x.planned_expires_at IS NULL AND ${hasLeft}`;
  const unmarkedWebhooks = Prisma.sql`x.off_at IS NULL AND x.ends_at IS NULL AND ${hasLeft}`;
  return {
    /** Organisations with such keys or addresses that have no mark yet. */
    async organisations(now: Date): Promise<number[]> {
      const rows = await db.$queryRaw<{ id: number }[]>`
        SELECT x.partner_id AS id FROM api_keys x WHERE ${unmarkedKeys(now)}
        UNION SELECT x.partner_id FROM webhook_endpoints x WHERE ${unmarkedWebhooks}`;
      return rows.map(({ id }) => id);
    },

    /** Marks those of the organisation to end then, unless they end sooner. @returns their names */
    async mark(partnerId: number, now: Date, endsAt: Date): Promise<string[]> {
      const keys = await db.$queryRaw<{ name: string }[]>`
        UPDATE api_keys x SET planned_expires_at = x.expires_at, expires_at = LEAST(x.expires_at, ${endsAt})
        WHERE x.partner_id = ${partnerId} AND ${unmarkedKeys(now)} RETURNING x.name`;
      const webhooks = await db.$queryRaw<{ name: string }[]>`
        UPDATE webhook_endpoints x SET ends_at = ${endsAt}
        WHERE x.partner_id = ${partnerId} AND ${unmarkedWebhooks} RETURNING x.description AS name`;
      return [...keys, ...webhooks].map(({ name }) => name);
    },

    /** Addresses that nobody has confirmed in time. */
    async unconfirmed(now: Date): Promise<string[]> {
      const where = { offAt: null, endsAt: { lte: now } };
      const rows = await db.webhookEndpoint.findMany({ where, select: { id: true }, take: 100 });
      return rows.map(({ id }) => id);
    },
  };
}
