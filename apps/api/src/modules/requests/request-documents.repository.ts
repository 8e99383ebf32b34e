import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import type { OwnedRequest } from './request-writes.repository.ts';
import { requestDocumentColumns, type RequestDocumentRow } from './request-rows.repository.ts';

export interface MadeOf {
  readonly simulationId: number | null;
  readonly rulesVersion: string | null;
}

/** Documents of a request. Make changes in the transaction that locks the request. */
export function requestDocumentsRepository(db: Db) {
  return {
    /**
     * Reads the state that decides on the owner's actions, without a lock; undefined when the request is deleted or has
     * another owner.
     */
    async stateOf(requestId: number, beneficiaryId: string): Promise<OwnedRequest | undefined> {
      const row = await db.supportRequest.findFirst({
        where: { id: requestId, beneficiaryId, status: { not: 'SUPPRIME' } },
        select: { status: true, agreement: true },
      });
      return row === null ? undefined : { ...row, status: requestStatusOf(row.status) };
    },

    /** The journey of a request; null for a personalised one. */
    async journeyOf(id: number): Promise<number | null> {
      const row = await db.supportRequest.findUnique({
        where: { id },
        select: { journeyDefId: true },
      });
      return row?.journeyDefId ?? null;
    },

    /** Documents in which the scanner found a virus, in the order of their upload. */
    async infected(requestId: number): Promise<{ code: string; originalName: string }[]> {
      const found = await db.requestDocument.findMany({
        where: { requestId, file: { scanState: 'INFECTED' } },
        orderBy: { id: 'asc' },
        select: { code: true, file: { select: { originalName: true } } },
      });
      return found.map(({ code, file }) => ({ code, originalName: file.originalName }));
    },

    /** Stores the file under the code. @returns the file that it replaced */
    async put(
      requestId: number,
      code: string,
      fileId: number,
      report: MadeOf = { simulationId: null, rulesVersion: null },
    ): Promise<{ document: RequestDocumentRow; replaced: { id: number } | null }> {
      const before = await db.requestDocument.findUnique({
        where: { requestId_code: { requestId, code } },
        select: { fileId: true },
      });
      const document = await db.requestDocument.upsert({
        where: { requestId_code: { requestId, code } },
        create: { requestId, code, fileId, ...report },
        update: { fileId, ...report },
        select: requestDocumentColumns,
      });
      return { document, replaced: before === null ? null : { id: before.fileId } };
    },

    /** Detaches the documents with these codes. @returns the detached documents with their files */
    async detach(
      requestId: number,
      codes: readonly string[],
    ): Promise<{ code: string; fileId: number }[]> {
      const query = build
        .with('detached', (part) =>
          part
            .deleteFrom('request_documents')
            .where('request_id', '=', requestId)
            .where((eb) => eb('code', '=', eb.fn.any(eb.val([...codes]))))
            .returning(['id', 'code', 'file_id']),
        )
        .selectFrom('detached')
        .select(['code', 'file_id as fileId'])
        .orderBy('id');
      return await rows(db, query);
    },
  };
}
