import type { Db } from '../database/db.ts';

export function startChecksRepository(db: Db) {
  return {
    async accountsAmong(emails: readonly string[]): Promise<number> {
      return await db.user.count({ where: { email: { in: [...emails] }, disabledAt: null } });
    },
  };
}
