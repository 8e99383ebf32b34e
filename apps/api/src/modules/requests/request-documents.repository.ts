import type { RequestStatus } from '@wasl/contracts';

import type { Db } from '../../platform/db.ts';
import { requestDocumentColumns, type RequestDocumentRow } from './requests.repository.ts';
import { requestStatusOf } from './rules/statuses.ts';

/** Documents handed in with a request; changes are made on the transaction that holds the request's lock. */
export function requestDocumentsRepository(db: Db) {
  return {
    /** The status of the owner's request, without its lock; undefined when it is not theirs or deleted. */
    async statusOf(requestId: number, beneficiaryId: string): Promise<RequestStatus | undefined> {
      const row = await db.supportRequest.findFirst({
        where: { id: requestId, beneficiaryId, status: { not: 'SUPPRIME' } },
        select: { status: true },
      });
      return row === null ? undefined : requestStatusOf(row.status);
    },

    /** Puts the file behind the code. Returns the file that it replaced. */
    async put(
      requestId: number,
      code: string,
      fileId: number,
    ): Promise<{ document: RequestDocumentRow; replaced: { id: number } | null }> {
      const before = await db.requestDocument.findUnique({
        where: { requestId_code: { requestId, code } },
        select: { fileId: true },
      });
      const document = await db.requestDocument.upsert({
        where: { requestId_code: { requestId, code } },
        create: { requestId, code, fileId },
        update: { fileId },
        select: requestDocumentColumns,
      });
      return { document, replaced: before === null ? null : { id: before.fileId } };
    },
  };
}
