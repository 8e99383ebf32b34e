import type { Db } from '../database/db.ts';

export function housekeepingRepository(db: Db) {
  return {
    async removeEndedSessions(before: Date): Promise<void> {
      await db.session.deleteMany({ where: { expiresAt: { lt: before } } });
    },
    async removeEndedSecrets(before: Date): Promise<void> {
      await db.accountToken.deleteMany({ where: { expiresAt: { lt: before } } });
    },
    /** Notices expire: after half a year users do not look for them here. */
    async removeNotices(before: Date): Promise<void> {
      await db.notice.deleteMany({ where: { createdAt: { lt: before } } });
    },
    async removeSpentLimits(now: Date): Promise<void> {
      await db.rateLimit.deleteMany({ where: { expire: { lt: BigInt(now.getTime()) } } });
    },
  };
}
