import type { Prisma } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';

/** Events of the history that say why, in words; the database lets these words go and nothing else. */
export const statusesWithWords = [
  'A_REFOURMULER',
  'EN_ATTENTE',
  'REJECTED',
  'RETIREE',
  'DECLINED',
] as const;

/** Requests that keep their number, days and figures, and nothing that anybody wrote or handed in. */
export function emptiedRequestsRepository(db: Db) {
  return {
    /** Takes the words of the person, and those about them, out of requests, and detaches their documents. */
    async empty(requests: Prisma.SupportRequestWhereInput): Promise<void> {
      const ofThem = { request: requests };
      await db.supportRequest.updateMany({
        where: requests,
        data: { description: null, urlVideo: null, observation: null },
      });
      await db.rating.updateMany({ where: { step: ofThem }, data: { beneficiaryFeedback: '' } });
      await db.historyEvent.updateMany({
        where: { ...ofThem, toStatus: { in: [...statusesWithWords] }, detail: { not: null } },
        data: { detail: null },
      });
      await db.stepFeedback.deleteMany({ where: { step: ofThem } });
      await db.stepMessage.deleteMany({ where: { step: ofThem } });
      await db.processingStep.updateMany({
        where: ofThem,
        data: {
          partnerFeedback: null,
          // Nobody works for them any more: no clock runs.
          dueOn: null,
          daysLeft: null,
          // No message is left: the conversation waits for nothing.
          lastMessageAt: null,
          awaitsAnswerSince: null,
          awaitingMessages: 0,
          answerWaivedUpTo: null,
        },
      });
      await db.stepNote.deleteMany({ where: { step: ofThem } });
      await db.requestDocument.deleteMany({ where: ofThem });
      await db.stepDocument.deleteMany({ where: { step: ofThem } });
    },

    /** Requests that were deleted before the day and still have their words, oldest first. */
    async due(before: Date, take: number): Promise<number[]> {
      const rows = await db.supportRequest.findMany({
        where: { status: 'SUPPRIME', emptiedAt: null, updatedAt: { lt: before } },
        orderBy: { id: 'asc' },
        take,
        select: { id: true },
      });
      return rows.map(({ id }) => id);
    },

    /** Locks a deleted request until the transaction ends, and marks it; false where another round has it done. */
    async begin(id: number, now: Date): Promise<boolean> {
      const { count } = await db.supportRequest.updateMany({
        where: { id, status: 'SUPPRIME', emptiedAt: null },
        data: { emptiedAt: now },
      });
      return count > 0;
    },

    /** What was handed in with a request, on its steps and with its messages; ask before they are detached. */
    async filesOf(requestId: number): Promise<{ id: number; key: string }[]> {
      const step = { requestId };
      return await db.storedFile.findMany({
        where: {
          OR: [
            { requestDocument: { requestId } },
            { stepDocument: { step } },
            { attachments: { some: { message: { step } } } },
          ],
          attachments: { none: { message: { step: { requestId: { not: requestId } } } } },
        },
        select: { id: true, key: true },
      });
    },
  };
}
