import { migrationNames, migrationsState, type MigrationsState } from '@wasl/db/migrations-state';

import type { Pool } from '../database/db.ts';

/** How the database stands to the migrations of this code. */
export async function migrationLists(
  pool: Pool,
  names = migrationNames(),
): Promise<MigrationsState> {
  return await migrationsState(async (sql) => await pool.query(sql), names);
}

export function healthRepository(pool: Pool) {
  const names = migrationNames();
  return {
    /** Rejects when the database does not answer. */
    async ping(): Promise<void> {
      await pool.query('SELECT 1');
    },
    /** Whether every migration of this code is applied; newer ones do no harm. */
    async isMigrated(): Promise<boolean> {
      const { pending, failed } = await migrationLists(pool, names);
      return pending.length + failed.length === 0;
    },
  };
}
