import type { Db } from '../database/db.ts';

/** What this database calls itself to its store of files. */
export interface Installation {
  readonly id: string;
  /** When it last marked the store as its own; null: never. */
  readonly keptAt: Date | null;
}

export function keeperRepository(db: Db) {
  /** The PostgreSQL server and database that this is: a dump restored elsewhere says another. */
  const home = async (): Promise<string> => {
    const [database] = await db.$queryRaw<{ oid: string; isShown: boolean }[]>`
      SELECT oid::text AS "oid", has_function_privilege('pg_control_system()', 'EXECUTE') AS "isShown"
        FROM pg_database WHERE datname = current_database()`;
    // Some managed servers do not show their number.
    const [server] =
      database?.isShown === true
        ? await db.$queryRaw<{ id: string }[]>`
            SELECT system_identifier::text AS "id" FROM pg_control_system()`
        : [];
    return `${server?.id ?? 'unknown'}/${database?.oid ?? 'unknown'}`;
  };

  return {
    /** The database's name to its store, made when first asked for, and again when its row came from elsewhere. */
    async installation(): Promise<Installation> {
      const here = await home();
      await db.$executeRaw`
        INSERT INTO installations (single, id, home) VALUES (1, gen_random_uuid(), ${here})
        ON CONFLICT (single) DO UPDATE SET id = gen_random_uuid(), home = EXCLUDED.home, store_kept_at = NULL
          WHERE installations.home <> EXCLUDED.home`;
      const { id, storeKeptAt } = await db.installation.findUniqueOrThrow({ where: { single: 1 } });
      return { id, keptAt: storeKeptAt };
    },
    /** Notes that the store is about to be marked. @returns the moment to mark it with, never before an earlier one */
    async noteKept(): Promise<Date> {
      const [row] = await db.$queryRaw<{ at: Date }[]>`
        UPDATE installations
           SET store_kept_at = GREATEST(store_kept_at, date_trunc('milliseconds', clock_timestamp()))
        RETURNING store_kept_at AS "at"`;
      if (row === undefined) throw new Error('The database has no name yet');
      return row.at;
    },
    /** How many files have a row. */
    async count(): Promise<number> {
      return await db.storedFile.count();
    },
    /** Which of the keys have a row. */
    async known(keys: readonly string[]): Promise<Set<string>> {
      const rows = await db.storedFile.findMany({
        where: { key: { in: [...keys] } },
        select: { key: true },
      });
      return new Set(rows.map((row) => row.key));
    },
  };
}
