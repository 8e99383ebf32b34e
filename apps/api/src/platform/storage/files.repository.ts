import type { ScanState, StoredFile } from '@wasl/db';

import type { Db } from '../db.ts';

export type { StoredFile } from '@wasl/db';

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
    /** Keeps what the scanner said; a file removed meanwhile is no matter. */
    async markScanned(id: number, scanState: ScanState): Promise<void> {
      await db.storedFile.updateMany({ where: { id }, data: { scanState } });
    },
    /** Uploads of one person take turns until the transaction ends. */
    async lockUsage(ownerId: string): Promise<void> {
      await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`files:${ownerId}`}, 0))`;
    },
    /** Bytes and number of the files a person has stored; those that wait for their end are still there. */
    async usageOf(ownerId: string): Promise<{ files: number; bytes: number }> {
      const sum = await db.storedFile.aggregate({
        where: { ownerId },
        _count: true,
        _sum: { size: true },
      });
      return { files: sum._count, bytes: sum._sum.size ?? 0 };
    },
  };
}
