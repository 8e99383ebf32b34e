import type { Db } from '../../platform/database/db.ts';
import { storedNumber } from '../../rules/request-number.ts';

/** Reads and changes for the administrator's scripts. They cover every request. */
export function administrationRepository(db: Db) {
  return {
    async requestIdOf(numRequest: string): Promise<number | undefined> {
      const row = await db.supportRequest.findUnique({
        where: { numRequest: storedNumber(numRequest) },
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

    /** Moves the steps from `position` on by one place, so that a step can be inserted there. */
    async makeRoom(requestId: number, position: number): Promise<void> {
      // Moves the steps far away first: (request, position) is unique, even within a statement.
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
