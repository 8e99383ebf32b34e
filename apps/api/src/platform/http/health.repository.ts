import { migrationNames, migrationsState } from '@wasl/db/migrations-state';

import type { Pool } from '../db.ts';

export function healthRepository(pool: Pool) {
  const names = migrationNames();
  return {
    /** Rejects when the database does not answer. */
    async ping(): Promise<void> {
      await pool.query('SELECT 1');
    },
    /** Whether every migration of this code is applied; newer ones do no harm. */
    async isMigrated(): Promise<boolean> {
      const { pending, failed } = await migrationsState(
        async (sql) => await pool.query(sql),
        names,
      );
      return pending.length + failed.length === 0;
    },
  };
}
