import type { ScanState, StoredFile } from '@wasl/db';

import type { Db } from '../database/db.ts';

export type { StoredFile } from '@wasl/db';

/** Files and their bytes. */
export interface Usage {
  readonly files: number;
  readonly bytes: number;
}

export function filesRepository(db: Db) {
  return {
    async insert(
      file: Pick<
        StoredFile,
        'key' | 'originalName' | 'mimeType' | 'size' | 'sha256' | 'ownerId' | 'scanState'
      >,
    ): Promise<StoredFile> {
      return await db.storedFile.create({ data: file });
    },
    /** Keeps the row of a file that nothing names any more until {@link forgetRemoved}. */
    async markRemoved(id: number, removedAt: Date): Promise<void> {
      await db.storedFile.updateMany({ where: { id }, data: { removedAt } });
    },
    /** Leaves of the row nothing that says whose file it was or what it held. */
    async blank(id: number, removedAt: Date): Promise<void> {
      const nothing = { originalName: '', sha256: '', size: 0, ownerId: null };
      await db.storedFile.updateMany({ where: { id }, data: { ...nothing, removedAt } });
    },
    /** Ends the rows of files removed before the instant; what names one still keeps it. */
    async forgetRemoved(before: Date): Promise<void> {
      await db.storedFile.deleteMany({
        where: {
          removedAt: { lt: before },
          identity: null,
          identityBack: null,
          partnerLogo: null,
          requestDocument: null,
          stepDocument: null,
        },
      });
    },
    /** The next files after an id that nobody has scanned yet, the oldest first. */
    async waitingForScan(
      afterId: number,
      limit: number,
    ): Promise<Pick<StoredFile, 'id' | 'key'>[]> {
      return await db.storedFile.findMany({
        where: { scanState: 'PENDING', removedAt: null, id: { gt: afterId } },
        orderBy: { id: 'asc' },
        take: limit,
        select: { id: true, key: true },
      });
    },
    /** Stores the scan result. @returns false when the file was removed or another process has scanned it */
    async markScanned(id: number, scanState: ScanState): Promise<boolean> {
      const { count } = await db.storedFile.updateMany({
        where: { id, scanState: 'PENDING', removedAt: null },
        data: { scanState },
      });
      return count === 1;
    },
    /** Uploads of one person take turns until the transaction ends. */
    async lockUsage(ownerId: string): Promise<void> {
      await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`files:${ownerId}`}, 0))`;
    },
    /**
     * Bytes and number of the files a person has stored, ever and since an instant; those that wait for their end are still
     * there. And of what stands on a request: its documents, those of its steps, and what came with messages.
     */
    async usageOf(
      { ownerId, requestId }: { ownerId: string; requestId?: number },
      since: Date,
    ): Promise<{ ever: Usage; day: Usage; request: Usage }> {
      const [row] = await db.$queryRaw<{ ever: Usage; day: Usage; request: Usage }[]>`
        SELECT
          (WITH steps AS (
            SELECT id FROM processing_steps WHERE request_id = ${requestId ?? null}::int
          ) SELECT json_build_object('files', count(*), 'bytes', coalesce(sum(size), 0)) FROM stored_files WHERE id IN (
            SELECT file_id FROM request_documents WHERE request_id = ${requestId ?? null}::int
            UNION ALL SELECT file_id FROM step_documents WHERE step_id IN (SELECT id FROM steps)
            UNION ALL SELECT file_id FROM message_attachments WHERE message_id IN (
              SELECT id FROM step_messages WHERE step_id IN (SELECT id FROM steps)))) AS request,
          json_build_object('files', count(*), 'bytes', coalesce(sum(size), 0)) AS ever,
          json_build_object(
            'files', count(*) FILTER (WHERE created_at > ${since}),
            'bytes', coalesce(sum(size) FILTER (WHERE created_at > ${since}), 0)) AS day
        FROM stored_files WHERE owner_id = ${ownerId}::uuid`;
      const none = { files: 0, bytes: 0 };
      return row ?? { ever: none, day: none, request: none };
    },
  };
}
