import type { Prisma } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';
import { droppedStepStatuses } from '../../rules/step-transitions.ts';
import { labelColumns } from '../reference/index.ts';

const fileColumns = {
  id: true,
  key: true,
  originalName: true,
  requestDocument: { select: { id: true, code: true, requestId: true } },
  stepDocument: {
    select: {
      id: true,
      stepId: true,
      documentItem: { select: labelColumns },
      step: { select: { requestId: true } },
    },
  },
  attachments: {
    orderBy: { id: 'asc' },
    select: { message: { select: { stepId: true, step: { select: { requestId: true } } } } },
  },
} as const satisfies Prisma.StoredFileSelect;
export type RemovableFile = Prisma.StoredFileGetPayload<{ select: typeof fileColumns }>;

/** One use of a file. `stepId` is null for a document of the request itself. */
export interface FileUse {
  readonly requestId: number;
  readonly stepId: number | null;
  /** Empty for a file of a message. */
  readonly code: string;
}

/** Files of requests with everything that refers to them. */
export function fileRemovalRepository(db: Db) {
  return {
    async find(id: number): Promise<RemovableFile | null> {
      return await db.storedFile.findFirst({
        where: { id, removedAt: null },
        select: fileColumns,
      });
    },

    /** Detaches a file from its request, step and messages. Messages keep its name and size. */
    async detach({ id, requestDocument, stepDocument }: RemovableFile): Promise<void> {
      if (requestDocument !== null)
        await db.requestDocument.delete({ where: { id: requestDocument.id } });
      if (stepDocument !== null) await db.stepDocument.delete({ where: { id: stepDocument.id } });
      await db.messageAttachment.updateMany({ where: { fileId: id }, data: { fileId: null } });
    },

    /** The steps whose organisations could open the file; for a file of a message only its step. */
    async readingSteps({ requestId, stepId, code }: FileUse) {
      return await db.processingStep.findMany({
        where: {
          requestId,
          requestIsShown: true,
          request: { status: { not: 'RETIREE' } },
          status: { notIn: [...droppedStepStatuses] },
          ...(code === '' && stepId !== null ? { id: stepId } : {}),
        },
        orderBy: { position: 'asc' },
        select: { id: true, partnerId: true, assigneeId: true },
      });
    },

    async isAwaited(stepId: number, code: string): Promise<boolean> {
      const where = { stepId, documentItem: { code }, fileId: null };
      return (await db.stepDocument.count({ where })) > 0;
    },
  };
}
