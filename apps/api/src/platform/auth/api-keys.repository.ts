import type { KeyScope } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import type { Db } from '../database/db.ts';
import { organisationThereSql } from './active-agent.ts';

/** A key with its organisation, as one query finds them, whatever their state. */
export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly partnerId: number;
  readonly scopes: readonly KeyScope[];
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  /** `YYYY-MM-DD` */
  readonly lastUsedOn: string | null;
  /** Whether the organisation is there: approved, not refused since, and somebody of it can sign in. */
  readonly isThere: boolean;
}

/** Keys that were revoked or expired before the day. */
export function endedKeys(day: Date): Prisma.ApiKeyWhereInput {
  return { OR: [{ expiresAt: { lt: day } }, { revokedAt: { lt: day } }] };
}

/** Keys, as every call with one asks for them. */
export function apiKeysRepository(db: Db) {
  return {
    async find(hash: string): Promise<ApiKeyRow | undefined> {
      const rows = await db.$queryRaw<ApiKeyRow[]>`
        SELECT k.id::text AS id, k.name, k.partner_id AS "partnerId", k.scopes, k.expires_at AS "expiresAt",
          k.revoked_at AS "revokedAt", k.last_used_on::text AS "lastUsedOn",
          ${Prisma.raw(organisationThereSql('p'))} AS "isThere"
        FROM api_keys k JOIN partners p ON p.id = k.partner_id
        WHERE k.hash = ${hash}`;
      return rows[0];
    },

    /** Notes the day; at most one of many calls writes it. */
    async touch(id: string, day: string): Promise<void> {
      await db.$executeRaw`
        UPDATE api_keys SET last_used_on = ${day}::date
        WHERE id = ${id}::uuid AND (last_used_on IS NULL OR last_used_on < ${day}::date)`;
    },

    /** Keys that ended before the day name nobody any more. */
    async removeEnded(before: Date): Promise<void> {
      await db.apiKey.deleteMany({ where: endedKeys(before) });
    },
  };
}
