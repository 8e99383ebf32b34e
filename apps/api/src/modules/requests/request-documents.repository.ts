import type { Db } from '../../platform/db.ts';
import { requestDocumentColumns, type RequestDocumentRow } from './requests.repository.ts';

/** Documents handed in with a request; made on the transaction that holds the request's lock. */
export function requestDocumentsRepository(db: Db) {
  return {
    /** Puts the file behind the code. Returns the file that it replaced. */
    async put(
      requestId: number,
      code: string,
      fileId: number,
    ): Promise<{ document: RequestDocumentRow; replaced: { id: number; key: string } | null }> {
      const before = await db.requestDocument.findUnique({
        where: { requestId_code: { requestId, code } },
        select: { file: { select: { id: true, key: true } } },
      });
      const document = await db.requestDocument.upsert({
        where: { requestId_code: { requestId, code } },
        create: { requestId, code, fileId },
        update: { fileId },
        select: requestDocumentColumns,
      });
      return { document, replaced: before?.file ?? null };
    },
  };
}
