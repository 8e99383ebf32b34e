import type { Prisma } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';

export type NoticeRow = Prisma.PortalNoticeGetPayload<object>;

const inForce = { endedAt: null } as const;

export function portalNoticeRepository(db: Db) {
  return {
    /** The last notice that no administrator ended. */
    async latest(): Promise<NoticeRow | null> {
      return await db.portalNotice.findFirst({ where: inForce, orderBy: { id: 'desc' } });
    },

    /** Adds a notice and ends the one before it. */
    async replace(row: Omit<NoticeRow, 'id' | 'endedAt'>): Promise<void> {
      await db.portalNotice.updateMany({ where: inForce, data: { endedAt: row.createdAt } });
      await db.portalNotice.create({ data: row, select: { id: true } });
    },

    /** @returns its French text; undefined for a notice that has ended */
    async end(id: number, at: Date): Promise<string | undefined> {
      const [ended] = await db.portalNotice.updateManyAndReturn({
        where: { id, ...inForce },
        data: { endedAt: at },
        select: { textFr: true },
      });
      return ended?.textFr;
    },
  };
}
