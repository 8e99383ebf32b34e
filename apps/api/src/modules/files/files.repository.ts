import type { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { documentScope, stepScope } from '../../policies/requests.ts';

const fileColumns = {
  key: true,
  originalName: true,
  mimeType: true,
  size: true,
  scanState: true,
} as const satisfies Prisma.StoredFileSelect;
export type DownloadRow = Prisma.StoredFileGetPayload<{ select: typeof fileColumns }>;

export interface Download {
  readonly file: DownloadRow;
  readonly requestId: number;
}

/** Files by their random name, of requests that the actor may see. */
export function downloadsRepository(db: Db) {
  return {
    async requestFile(actor: Actor, key: string): Promise<Download | null> {
      const found = await db.requestDocument.findFirst({
        where: { file: { key }, request: documentScope(actor) },
        select: { requestId: true, file: { select: fileColumns } },
      });
      return found;
    },

    async stepFile(actor: Actor, key: string): Promise<Download | null> {
      const found = await db.stepDocument.findFirst({
        where: { file: { key }, step: { request: documentScope(actor) } },
        select: { step: { select: { requestId: true } }, file: { select: fileColumns } },
      });
      return found?.file ? { file: found.file, requestId: found.step.requestId } : null;
    },

    /** Only for the organisation of the conversation, not for others with a step of the request. */
    async messageFile(actor: Actor, key: string): Promise<Download | null> {
      const found = await db.messageAttachment.findFirst({
        where: {
          file: { key, removedAt: null },
          message: { step: { AND: [stepScope(actor), { request: documentScope(actor) }] } },
        },
        select: {
          message: { select: { step: { select: { requestId: true } } } },
          file: { select: fileColumns },
        },
      });
      return found?.file ? { file: found.file, requestId: found.message.step.requestId } : null;
    },
  };
}
