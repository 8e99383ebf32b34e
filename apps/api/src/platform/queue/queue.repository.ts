import type { DB as Tables } from '@wasl/db/tables';
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';

import type { Db } from '../database/db.ts';
import { build, rows } from '../database/statements.repository.ts';

export type QueueTable = {
  [T in keyof Tables]: Tables[T] extends { held_by: unknown; held_until: unknown } ? T : never;
}[keyof Tables];

/** Instant that leases count from: the program's clock, or `now()` where several machines must agree. */
export type Now = Date | Expression<Date>;

export const now = sql<Date>`now()`;

export const inSeconds = (from: Now, seconds: unknown) =>
  sql<Date>`${from}::timestamptz + make_interval(secs => ${seconds})`;

/** Columns of a row without a lease. */
export const free = { held_by: null, held_until: null } as const;

/** The same columns with Prisma's names. */
export const unleased = { heldBy: null, heldUntil: null } as const;

/** Longer than a usual attempt. Longer work renews it. */
const leaseSeconds = 120;

/** Columns of a leased row. After a crash the lease expires. */
export const leased = (holder: string, from: Now) => ({
  held_by: holder,
  held_until: inSeconds(from, leaseSeconds),
});
export type Lease = ReturnType<typeof leased>;

export const isFree = (at: Now) =>
  sql<boolean>`(${sql.ref('held_until')} is null or ${sql.ref('held_until')} < ${at})`;

/** Narrows a selection to rows without a lease and locks them. Two processes never get the same row. */
export const leasable =
  (at: Now) =>
  <DB, Table extends keyof DB, Row>(
    query: SelectQueryBuilder<DB, Table, Row>,
  ): SelectQueryBuilder<DB, Table, Row> =>
    query.where(isFree(at)).forUpdate().skipLocked();

/** Renews and releases the leases of one process. */
export function leasesOf(db: Db, table: QueueTable) {
  const leasedBy = (holder: string) => build.updateTable(table).where('held_by', '=', holder);
  return {
    async renew(lease: Lease): Promise<void> {
      await rows(db, leasedBy(lease.held_by).set(lease));
    },
    /** @param countsAttempts subtracts the interrupted attempt */
    async letGo(holder: string, countsAttempts: boolean): Promise<void> {
      const attempts = sql<number>`${sql.ref('attempts')} - 1`;
      await rows(db, leasedBy(holder).set({ ...free, ...(countsAttempts && { attempts }) }));
    },
  };
}
