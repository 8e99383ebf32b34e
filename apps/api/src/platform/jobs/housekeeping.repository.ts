import type { Db } from '../database/db.ts';

export function housekeepingRepository(db: Db) {
  return {
    /** Sessions that ended before the day open nothing. */
    async removeEndedSessions(before: Date): Promise<void> {
      await db.session.deleteMany({ where: { expiresAt: { lt: before } } });
    },
    /** Nor do mailed secrets. */
    async removeEndedSecrets(before: Date): Promise<void> {
      await db.accountToken.deleteMany({ where: { expiresAt: { lt: before } } });
    },
    /** Notices are news: after half a year nobody looks for them here. */
    async removeNotices(before: Date): Promise<void> {
      await db.notice.deleteMany({ where: { createdAt: { lt: before } } });
    },
    async removeSpentLimits(now: Date): Promise<void> {
      await db.rateLimit.deleteMany({ where: { expire: { lt: BigInt(now.getTime()) } } });
    },
  };
}
