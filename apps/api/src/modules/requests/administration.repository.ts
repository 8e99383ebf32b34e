import type { Db } from '../../platform/database/db.ts';

/** What the administrator's scripts read; they see every request. */
export function administrationRepository(db: Db) {
  return {
    async requestIdOf(numRequest: string): Promise<number | undefined> {
      const row = await db.supportRequest.findUnique({
        where: { numRequest },
        select: { id: true },
      });
      return row?.id;
    },

    async requestIdOfStep(stepId: number): Promise<number | undefined> {
      const row = await db.processingStep.findUnique({
        where: { id: stepId },
        select: { requestId: true },
      });
      return row?.requestId;
    },

    async isApprovedPartner(id: number): Promise<boolean> {
      return (await db.partner.count({ where: { id, approvedAt: { not: null } } })) > 0;
    },

    /** Makes room for one more step at this place of the request: the steps from there on move by one. */
    async makeRoom(requestId: number, position: number): Promise<void> {
      // Far away first: two steps of a request are never at one place, not even inside a statement.
      const far = 1_000_000;
      await db.processingStep.updateMany({
        where: { requestId, position: { gte: position } },
        data: { position: { increment: far } },
      });
      await db.processingStep.updateMany({
        where: { requestId, position: { gte: far } },
        data: { position: { decrement: far - 1 } },
      });
    },
  };
}
