import type { RequestStatus } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';

/** History events with a reason as text. The database allows only these texts to be erased. */
export const statusesWithWords = [
  'A_REFOURMULER',
  'EN_ATTENTE',
  'REJECTED',
  'RETIREE',
  'DECLINED',
] as const;

/** The kind of event with the administrator's reason for a removed file, which may be erased too. */
export const kindWithWords = 'DOCUMENT_ERASED';

/** Requests without texts and files. Their number, dates and figures stay. */
export function emptiedRequestsRepository(db: Db) {
  return {
    /** Erases the texts by and about the person from requests, and detaches their documents. */
    async empty(requests: Prisma.SupportRequestWhereInput): Promise<void> {
      const ofThem = { request: requests };
      await db.supportRequest.updateMany({
        where: requests,
        data: { description: null, urlVideo: null, observation: null, answers: [] },
      });
      await db.rating.updateMany({ where: { step: ofThem }, data: { beneficiaryFeedback: '' } });
      await db.historyEvent.updateMany({
        where: {
          ...ofThem,
          OR: [{ toStatus: { in: [...statusesWithWords] } }, { kind: kindWithWords }],
          detail: { not: null },
        },
        data: { detail: null },
      });
      await db.stepFeedback.deleteMany({ where: { step: ofThem } });
      await db.stepMessage.deleteMany({ where: { step: ofThem } });
      await db.processingStep.updateMany({
        where: ofThem,
        data: {
          partnerFeedback: null,
          snoozeReason: null,
          // No step is open, so no clock runs.
          dueOn: null,
          daysLeft: null,
          // No message is left, so the conversation awaits no answer.
          lastMessageAt: null,
          awaitsAnswerSince: null,
          documentsArrivedAt: null,
          awaitingMessages: 0,
          answerWaivedUpTo: null,
        },
      });
      await db.stepNote.deleteMany({ where: { step: ofThem } });
      await db.requestDocument.deleteMany({ where: ofThem });
      await db.stepDocument.deleteMany({ where: { step: ofThem } });
    },

    /** Requests deleted before the day that still have their texts, oldest first. */
    async due(before: Date, take: number): Promise<number[]> {
      const rows = await db.supportRequest.findMany({
        where: { status: 'SUPPRIME', emptiedAt: null, updatedAt: { lt: before } },
        orderBy: { id: 'asc' },
        take,
        select: { id: true },
      });
      return rows.map(({ id }) => id);
    },

    /** Locks and marks a deleted request until the transaction ends; false when another run has emptied it. */
    async begin(id: number, now: Date): Promise<boolean> {
      const { count } = await db.supportRequest.updateMany({
        where: { id, status: 'SUPPRIME', emptiedAt: null },
        data: { emptiedAt: now },
      });
      return count > 0;
    },

    /**
     * Locks a deleted request until the transaction ends; undefined for any other one.
     * @returns its status before the deletion, and whether its texts are erased
     */
    async lockDeleted(
      id: number,
    ): Promise<{ status: RequestStatus; isEmptied: boolean } | undefined> {
      const query = build
        .selectFrom('requests')
        .select('emptied_at as emptiedAt')
        .where('id', '=', id)
        .where('status', '=', 'SUPPRIME')
        .forUpdate();
      const [row] = await rows(db, query);
      if (row === undefined) return undefined;
      const deletion = await db.historyEvent.findFirst({
        where: { requestId: id, kind: 'DELETED' },
        orderBy: { id: 'desc' },
        select: { fromStatus: true },
      });
      const isToRephrase = deletion?.fromStatus === 'A_REFOURMULER';
      const status = isToRephrase ? 'A_REFOURMULER' : 'EN_COURS_DE_CREATION';
      return { status, isEmptied: row.emptiedAt !== null };
    },

    /** Files of a request, its steps and its messages. Read them before they are detached. */
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
