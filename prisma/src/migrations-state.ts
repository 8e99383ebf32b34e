import fs from 'node:fs';
import path from 'node:path';

/** Runs one SQL statement and returns its rows: `pg`'s `query`, or a fake in tests. */
export type RunSql = (sql: string) => Promise<{ rows: Record<string, unknown>[] }>;

/** The migration that creates a whole database, and the last of the 85 small ones that it replaces. */
export const initialMigration = '20261203100000_initial';
const lastBeforeInitial = '20261203092000_message_keys';

/** Comparison of a database with the migrations of this release. */
export interface MigrationsState {
  /** Known here, not yet applied there (oldest first). */
  pending: string[];
  /** Applied there, unknown here: the database belongs to a newer release. */
  unknown: string[];
  /** The database has only some of the migrations that {@link initialMigration} replaces: an older release must finish them. */
  isTooOld: boolean;
  /** The database has everything of {@link initialMigration}, but its table of migrations does not record it yet. */
  isBeforeInitial: boolean;
  /** Started there and never finished: an operator must resolve it (`prisma migrate resolve`). */
  failed: string[];
}

/**
 * Folder of the migrations: the nearest `prisma/migrations` above this file (its source, or the API's bundle in
 * apps/api/dist).
 */
export function migrationsFolder(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'prisma', 'migrations');
    if (fs.existsSync(candidate)) return candidate;
    if (folder === path.dirname(folder)) throw new Error(`no prisma/migrations above ${from}`);
  }
}

/** Names of the migrations of a folder, in the order of application. */
export function migrationNames(folder: string = migrationsFolder()): string[] {
  return fs
    .readdirSync(folder)
    .filter((name) => fs.existsSync(path.join(folder, name, 'migration.sql')))
    .sort();
}

/**
 * Compares the table `_prisma_migrations` with the migrations of this release. It takes one or two small queries,
 * because `/ready` and the start call it.
 */
export async function migrationsState(
  runSql: RunSql,
  names: string[] = migrationNames(),
): Promise<MigrationsState> {
  const table = await runSql(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "exists"`);
  if (table.rows[0]?.exists !== true)
    return { pending: names, unknown: [], isTooOld: false, isBeforeInitial: false, failed: [] };
  const { rows } = await runSql(
    `SELECT migration_name AS "name", finished_at IS NOT NULL AS "isFinished"
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  const finished = new Set(
    rows.filter((row) => row.isFinished === true).map((row) => String(row.name)),
  );
  const unknown = [...finished].filter((name) => !names.includes(name));
  const replaced = unknown.filter((name) => name < initialMigration);
  const hasInitial = finished.has(initialMigration);
  return {
    pending: names.filter((name) => !finished.has(name)),
    unknown: unknown.filter((name) => name > initialMigration),
    isTooOld: !hasInitial && replaced.length > 0 && !finished.has(lastBeforeInitial),
    isBeforeInitial: !hasInitial && finished.has(lastBeforeInitial),
    failed: rows.filter((row) => row.isFinished !== true).map((row) => String(row.name)),
  };
}
