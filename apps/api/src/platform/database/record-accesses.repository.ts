import { dayOf } from '@wasl/contracts';
import type { AccessKind } from '@wasl/db';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';

import type { Actor } from '../auth/actor.ts';
import { afterCommit, type Db } from './db.ts';
import { build, rows } from './statements.repository.ts';

/** Repeated openings within this time (ms) count as one. */
const oneOpeningMs = 60_000;
/** When this process last wrote an opening, so that the calls of one page send one statement. */
const written = new LRUCache<string, number>({ max: 20_000 });

/** Log of which agent opened whose file, readable by the person and the administrator. */
export function recordAccessesRepository(db: Db) {
  return {
    /**
     * Records that an agent opens requests; other actors are ignored. Repeated openings within a minute count as one,
     * such as a page that reloads or a document in ranges. Rows are written in a fixed order to avoid deadlocks.
     */
    async note(
      { role, userId, partnerId, isKey }: Actor,
      kind: AccessKind,
      requestIds: readonly number[],
      now: Date,
    ): Promise<void> {
      if (role !== 'PARTENAIRE' || partnerId === null) return;
      const day = dayOf(now);
      const keyOf = (id: number): string => `${userId} ${kind} ${day} ${String(id)}`;
      const opened = requestIds.filter(
        (id) => now.getTime() - (written.get(keyOf(id)) ?? -Infinity) > oneOpeningMs,
      );
      if (opened.length === 0) return;
      const reader = isKey ? 'key_id' : 'agent_id';
      const query = build
        .insertInto('record_accesses')
        .columns(['request_id', reader, 'partner_id', 'kind', 'day', 'last_at'])
        .expression(
          build
            .selectFrom(sql<{ id: number }>`unnest(${opened}::int[])`.as<'o'>(sql`o (id)`))
            .distinct()
            .select([
              'o.id',
              sql<string>`${userId}::uuid`.as('reader'),
              sql<number>`${partnerId}::int`.as('partner'),
              sql<AccessKind>`${kind}::"AccessKind"`.as('kind'),
              sql<string>`${day}::date`.as('day'),
              sql<Date>`${now}::timestamptz`.as('at'),
            ])
            .orderBy('o.id'),
        )
        .onConflict((one) =>
          one
            .columns(['request_id', reader, 'kind', 'day'])
            .doUpdateSet((eb) => ({
              last_at: eb.ref('excluded.last_at'),
              times: eb('record_accesses.times', '+', 1),
            }))
            .where(
              'record_accesses.last_at',
              '<',
              (eb) =>
                sql<Date>`${eb.ref('excluded.last_at')} - ${oneOpeningMs} * interval '1 millisecond'`,
            ),
        );
      await rows(db, query);
      afterCommit(db, () => {
        for (const id of opened) written.set(keyOf(id), now.getTime());
      });
    },

    async removeBefore(day: Date): Promise<void> {
      await db.recordAccess.deleteMany({ where: { lastAt: { lt: day } } });
    },
  };
}
