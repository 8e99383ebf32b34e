import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import type { OwnedRequest } from './request-writes.repository.ts';
import { requestDocumentColumns, type RequestDocumentRow } from './request-rows.repository.ts';

/** The simulation whose report a document is. */
export interface MadeOf {
  readonly simulationId: number | null;
  readonly rulesVersion: string | null;
}

/** Documents handed in with a request; changes are made on the transaction that holds the request's lock. */
export function requestDocumentsRepository(db: Db) {
  return {
    /** What decides on the owner's actions, without the lock; undefined when the request is not theirs or deleted. */
    async stateOf(requestId: number, beneficiaryId: string): Promise<OwnedRequest | undefined> {
      const row = await db.supportRequest.findFirst({
        where: { id: requestId, beneficiaryId, status: { not: 'SUPPRIME' } },
        select: { status: true, agreement: true },
      });
      return row === null ? undefined : { ...row, status: requestStatusOf(row.status) };
    },

    /** Documents in which the scanner found a virus, in the order in which they were handed in. */
    async infected(requestId: number): Promise<{ code: string; originalName: string }[]> {
      const found = await db.requestDocument.findMany({
        where: { requestId, file: { scanState: 'INFECTED' } },
        orderBy: { id: 'asc' },
        select: { code: true, file: { select: { originalName: true } } },
      });
      return found.map(({ code, file }) => ({ code, originalName: file.originalName }));
    },

    /** Puts the file behind the code. Returns the file that it replaced. */
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

    /** Detaches the documents of these codes. Returns what was there, with the file of each. */
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
