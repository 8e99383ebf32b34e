import { migrationNames, migrationsState, type MigrationsState } from '@wasl/db/migrations-state';

import type { Pool } from '../database/db.ts';

/** Compares the migrations in the database with those of this release. */
export async function migrationLists(
  pool: Pool,
  names = migrationNames(),
): Promise<MigrationsState> {
  return await migrationsState(async (sql) => await pool.query(sql), names);
}

export function healthRepository(pool: Pool) {
  const names = migrationNames();
  return {
    async ping(): Promise<void> {
      await pool.query('SELECT 1');
    },
    /** Whether every migration of this release is applied. Newer ones are harmless. */
    async isMigrated(): Promise<boolean> {
      const { pending, failed } = await migrationLists(pool, names);
      return pending.length + failed.length === 0;
    },
  };
}
