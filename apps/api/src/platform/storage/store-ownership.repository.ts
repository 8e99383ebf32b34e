import { sql } from 'kysely';

import type { Db } from '../database/db.ts';
import { build, rows } from '../database/statements.repository.ts';

/** Identity of this database in its file store. */
export interface Installation {
  readonly id: string;
  /** When it last marked the store as its own; null: never. */
  readonly keptAt: Date | null;
}

const isServerShown = sql<boolean>`has_function_privilege('pg_control_system()', 'execute')`;
const thisDatabase = build
  .withTables<{ pg_database: { oid: number; datname: string } }>()
  .selectFrom('pg_database')
  .where('datname', '=', sql<string>`current_database()`)
  .select((eb) => [sql<string>`${eb.ref('oid')}::text`.as('oid'), isServerShown.as('isShown')]);
const thisServer = build
  .selectFrom(sql<{ system_identifier: bigint }>`pg_control_system()`.as('server'))
  .select((eb) => sql<string>`${eb.ref('system_identifier')}::text`.as('id'));

export function storeOwnershipRepository(db: Db) {
  /** Identity of the PostgreSQL server and database. A dump restored elsewhere has another. */
  const home = async (): Promise<string> => {
    const [database] = await rows(db, thisDatabase);
    // Some managed servers do not show their number.
    const [server] = database?.isShown === true ? await rows(db, thisServer) : [];
    return `${server?.id ?? 'unknown'}/${database?.oid ?? 'unknown'}`;
  };

  return {
    /**
     * The database's id for its store. It is created at the first call, and again when the row came from another database.
     */
    async installation(): Promise<Installation> {
      const here = await home();
      const query = build
        .insertInto('installations')
        .values({ single: 1, id: sql`gen_random_uuid()`, home: here })
        .onConflict((one) =>
          one
            .column('single')
            .doUpdateSet((eb) => ({
              id: sql`gen_random_uuid()`,
              home: eb.ref('excluded.home'),
              store_kept_at: null,
            }))
            .whereRef('installations.home', '<>', 'excluded.home'),
        );
      await rows(db, query);
      const { id, storeKeptAt } = await db.installation.findUniqueOrThrow({ where: { single: 1 } });
      return { id, keptAt: storeKeptAt };
    },
    /**
     * Records that the store is about to be marked. @returns the instant for the marker, never before an earlier one
     */
    async recordMark(): Promise<Date> {
      const query = build
        .updateTable('installations')
        .set((eb) => ({
          store_kept_at: sql<Date>`greatest(${eb.ref('store_kept_at')}, date_trunc('milliseconds', clock_timestamp()))`,
        }))
        .returning('store_kept_at as at')
        .$narrowType<{ at: Date }>();
      const [row] = await rows(db, query);
      if (row === undefined) throw new Error('The database has no name yet');
      return row.at;
    },
    async count(): Promise<number> {
      return await db.storedFile.count();
    },
    async known(keys: readonly string[]): Promise<Set<string>> {
      const rows = await db.storedFile.findMany({
        where: { key: { in: [...keys] } },
        select: { key: true },
      });
      return new Set(rows.map((row) => row.key));
    },
  };
}
