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
    async removeRow(id: number): Promise<void> {
      await db.storedFile.deleteMany({ where: { id } });
    },
    /** The next files after an id that nobody has scanned yet, the oldest first. */
    async waitingForScan(
      afterId: number,
      limit: number,
    ): Promise<Pick<StoredFile, 'id' | 'key'>[]> {
      return await db.storedFile.findMany({
        where: { scanState: 'PENDING', id: { gt: afterId } },
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
    /** Bytes and number of the files a person has stored. */
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
