import { dayOf } from '@wasl/contracts';
import type { AccessKind } from '@wasl/db';

import type { Actor } from './auth/actor.ts';
import type { Db } from './db.ts';

/** How long it is kept who opened whose file. */
export const accessesKeptDays = 365;

/** Which agent opened whose file: written where it is opened, read by the person and by the administrator. */
export function recordAccessesRepository(db: Db) {
  return {
    /**
     * Notes that an agent opens requests; nothing for anybody else. What they open again within a minute is one opening: a page that
     * reads itself anew, a document in parts.
     */
    async note(
      { role, userId, partnerId }: Actor,
      kind: AccessKind,
      requestIds: readonly number[],
      now: Date,
    ): Promise<void> {
      if (role !== 'PARTENAIRE' || partnerId === null || requestIds.length === 0) return;
      await db.$executeRaw`
        INSERT INTO record_accesses AS a (request_id, agent_id, partner_id, kind, day, last_at)
        SELECT DISTINCT id, ${userId}::uuid, ${partnerId}::int, ${kind}::"AccessKind", ${dayOf(now)}::date, ${now}::timestamptz
        FROM unnest(${[...requestIds]}::int[]) AS opened (id)
        ON CONFLICT (request_id, agent_id, kind, day) DO UPDATE SET last_at = excluded.last_at, times = a.times + 1
        WHERE a.last_at < excluded.last_at - interval '1 minute'`;
    },

    /** Openings older than the day are nobody's business any more. */
    async removeBefore(day: Date): Promise<void> {
      await db.recordAccess.deleteMany({ where: { lastAt: { lt: day } } });
    },
  };
}
