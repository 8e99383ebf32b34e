import type { KeyScope } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import { sql } from 'kysely';

import type { Db } from '../database/db.ts';
import { build, rows } from '../database/statements.repository.ts';
import { isOrganisationThere } from './active-agent.ts';

/** A key with its organisation, in any state, from one query. */
export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly partnerId: number;
  readonly scopes: readonly KeyScope[];
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  /** `YYYY-MM-DD` */
  readonly lastUsedOn: string | null;
  /** Whether the organisation is approved, not refused since, and has an agent who can sign in. */
  readonly isThere: boolean;
}

export function endedKeys(day: Date): Prisma.ApiKeyWhereInput {
  return { OR: [{ expiresAt: { lt: day } }, { revokedAt: { lt: day } }] };
}

export function apiKeysRepository(db: Db) {
  return {
    async find(hash: string): Promise<ApiKeyRow | undefined> {
      const query = build
        .selectFrom('api_keys as k')
        .innerJoin('partners as p', 'p.id', 'k.partner_id')
        .where('k.hash', '=', hash)
        .select((eb) => [
          'k.id',
          'k.name',
          'k.partner_id as partnerId',
          eb.ref('k.scopes').$castTo<KeyScope[]>().as('scopes'),
          'k.expires_at as expiresAt',
          'k.revoked_at as revokedAt',
          sql<string | null>`${eb.ref('k.last_used_on')}::text`.as('lastUsedOn'),
          sql<boolean>`${isOrganisationThere()}`.as('isThere'),
        ]);
      const [found] = await rows(db, query);
      return found;
    },

    /** Stores the day of the last use. Concurrent calls write it once. */
    async touch(id: string, day: string): Promise<void> {
      const lastUsedOn = new Date(day);
      await db.apiKey.updateMany({
        where: { id, OR: [{ lastUsedOn: null }, { lastUsedOn: { lt: lastUsedOn } }] },
        data: { lastUsedOn },
      });
    },

    async removeEnded(before: Date): Promise<void> {
      await db.apiKey.deleteMany({ where: endedKeys(before) });
    },
  };
}
