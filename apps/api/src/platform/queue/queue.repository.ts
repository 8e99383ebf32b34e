import type { DB as Tables } from '@wasl/db/tables';
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';

import type { Db } from '../database/db.ts';
import { build, rows } from '../database/statements.repository.ts';

/** Tables whose rows are leased. */
export type QueueTable = {
  [T in keyof Tables]: Tables[T] extends { held_by: unknown; held_until: unknown } ? T : never;
}[keyof Tables];

/** The instant that leases count from: the program's clock, or `now()` where processes of several machines must agree. */
export type Now = Date | Expression<Date>;

/** The database's clock. */
export const now = sql<Date>`now()`;

/** An instant so many seconds later. */
export const inSeconds = (from: Now, seconds: unknown) =>
  sql<Date>`${from}::timestamptz + make_interval(secs => ${seconds})`;

/** The columns of a row that no process has in hand. */
export const free = { held_by: null, held_until: null } as const;

/** The same, by the client's names. */
export const unleased = { heldBy: null, heldUntil: null } as const;

/** Longer than an attempt takes; longer work renews it. */
const leaseSeconds = 120;

/** The columns of a row that a process has in hand: when it dies, the lease runs out. */
export const leased = (holder: string, from: Now) => ({
  held_by: holder,
  held_until: inSeconds(from, leaseSeconds),
});
export type Lease = ReturnType<typeof leased>;

/** Whether no process has the row in hand. */
export const isFree = (at: Now) =>
  sql<boolean>`(${sql.ref('held_until')} is null or ${sql.ref('held_until')} < ${at})`;

/** Narrows a selection to rows that can be leased, and locks them: two processes never get the same row. */
export const leasable =
  (at: Now) =>
  <DB, Table extends keyof DB, Row>(
    query: SelectQueryBuilder<DB, Table, Row>,
  ): SelectQueryBuilder<DB, Table, Row> =>
    query.where(isFree(at)).forUpdate().skipLocked();

/** Renews and ends the leases of one process. */
export function leasesOf(db: Db, table: QueueTable) {
  const leasedBy = (holder: string) => build.updateTable(table).where('held_by', '=', holder);
  return {
    async renew(lease: Lease): Promise<void> {
      await rows(db, leasedBy(lease.held_by).set(lease));
    },
    /** @param countsAttempts an attempt that was broken off does not count */
    async letGo(holder: string, countsAttempts: boolean): Promise<void> {
      const attempts = sql<number>`${sql.ref('attempts')} - 1`;
      await rows(db, leasedBy(holder).set({ ...free, ...(countsAttempts && { attempts }) }));
    },
  };
}
