import type { DB as Tables } from '@wasl/db/tables';
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';

import type { Db } from '../database/db.ts';
import { build, rows } from '../database/statements.repository.ts';

/** Tables whose rows are leased. */
type QueueTable = {
  [T in keyof Tables]: Tables[T] extends { held_by: unknown; held_until: unknown } ? T : never;
}[keyof Tables];

/** The instant that leases count from: the program's clock, or `now()` where processes of several machines must agree. */
type Now = Date | Expression<Date>;

export const inSeconds = (now: Now, seconds: unknown) =>
  sql<Date>`${now}::timestamptz + make_interval(secs => ${seconds})`;

/** The columns of a row that no process has in hand. */
export const free = { held_by: null, held_until: null } as const;

/** The same, by the client's names. */
export const unleased = { heldBy: null, heldUntil: null } as const;

/** The columns of a row that a process has in hand for so long: when it dies, the lease runs out. */
export const leased = (holder: string, now: Now, seconds: number) => ({
  held_by: holder,
  held_until: inSeconds(now, seconds),
});

/** Whether no process has the row in hand. */
export const isFree = (now: Now) =>
  sql<boolean>`(${sql.ref('held_until')} is null or ${sql.ref('held_until')} < ${now})`;

/** Narrows a selection to rows that can be leased, and locks them: two processes never get the same row. */
export const leasable =
  (now: Now) =>
  <DB, Table extends keyof DB, Row>(
    query: SelectQueryBuilder<DB, Table, Row>,
  ): SelectQueryBuilder<DB, Table, Row> =>
    query.where(isFree(now)).forUpdate().skipLocked();

/** Renews and ends the leases of one process. @param options.countsAttempts an attempt that was broken off does not count */
export function leasesOf(
  db: Db,
  table: QueueTable,
  options: {
    readonly now: () => Now;
    readonly seconds: number;
    readonly countsAttempts: boolean;
  },
) {
  const held = (holder: string) => build.updateTable(table).where('held_by', '=', holder);
  return {
    async renew(holder: string): Promise<void> {
      await rows(db, held(holder).set(leased(holder, options.now(), options.seconds)));
    },
    async letGo(holder: string): Promise<void> {
      const attempts = sql<number>`${sql.ref('attempts')} - 1`;
      await rows(db, held(holder).set({ ...free, ...(options.countsAttempts && { attempts }) }));
    },
  };
}
