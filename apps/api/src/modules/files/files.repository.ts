import type { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/db.ts';
import { requestScope, stepScope } from '../../policies/requests.ts';

const fileColumns = {
  key: true,
  originalName: true,
  mimeType: true,
  size: true,
  scanState: true,
} as const satisfies Prisma.StoredFileSelect;
export type DownloadRow = Prisma.StoredFileGetPayload<{ select: typeof fileColumns }>;

/** Files by their opaque name, among those of requests that the actor may know of. */
export function downloadsRepository(db: Db) {
  return {
    async requestFile(actor: Actor, key: string): Promise<DownloadRow | null> {
      return await db.storedFile.findFirst({
        where: { key, requestDocument: { request: requestScope(actor) } },
        select: fileColumns,
      });
    },

    async stepFile(actor: Actor, key: string): Promise<DownloadRow | null> {
      return await db.storedFile.findFirst({
        where: {
          key,
          stepDocument: { step: { request: requestScope(actor) } },
        },
        select: fileColumns,
      });
    },

    /** Only the organisation of the conversation, not every one with a step of the request. */
    async messageFile(actor: Actor, key: string): Promise<DownloadRow | null> {
      return await db.storedFile.findFirst({
        where: {
          key,
          removedAt: null,
          attachments: { some: { message: { step: stepScope(actor) } } },
        },
        select: fileColumns,
      });
    },
  };
}
