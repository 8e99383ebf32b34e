import { afterCommit, type Db } from '../db.ts';
import { ApiError } from '../http/api-error.ts';
import type { BinaryReply } from '../http/handler.ts';
import type { Upload } from '../http/upload.ts';
import { filesRepository, type StoredFile } from './files.repository.ts';
import type { StoreKeeper } from './keeper.ts';
import { StoredFileMissing, type Storage } from './storage.ts';

export type { StoredFile } from './files.repository.ts';

/** What one person may keep: S43. */
const maxFilesPerOwner = 500;
const maxBytesPerOwner = 1024 ** 3;

/** What serving a file takes. */
export type ServedFile = Pick<
  StoredFile,
  'key' | 'originalName' | 'mimeType' | 'size' | 'scanState'
>;

export interface Files {
  /**
   * Stores an upload and its row; call it in a transaction, so that several at once do not pass the quota.
   * When it is rolled back the bytes stay without a row, and the sweep removes them a day later.
   * @throws ApiError QUOTA_EXCEEDED, UNAVAILABLE when the store is full or away.
   */
  save(db: Db, upload: Upload, ownerId: string): Promise<StoredFile>;
  /** Removes the row now, and the bytes after the commit if the store is ours. Detach the file from whatever names it first. */
  remove(db: Db, file: Pick<StoredFile, 'id' | 'key'>): Promise<void>;
  /**
   * The file as an answer: an attachment under its original name.
   * @throws ApiError NOT_FOUND, FILE_BEING_CHECKED, FILE_INFECTED
   */
  reply(file: ServedFile): Promise<BinaryReply>;
}

/**
 * @param keeper knows whether the store is ours: bytes of another database's store stay
 * @param scanSoon asks for a scan of what was saved; null where no scanner is configured
 */
export function createFiles(
  storage: Storage,
  keeper: Pick<StoreKeeper, 'mayRemove'>,
  scanSoon: (() => void) | null = null,
): Files {
  return {
    async save(db, upload, ownerId) {
      const repository = filesRepository(db);
      await repository.lockUsage(ownerId);
      const usage = await repository.usageOf(ownerId);
      if (usage.files >= maxFilesPerOwner || usage.bytes + upload.size > maxBytesPerOwner) {
        throw new ApiError('QUOTA_EXCEEDED');
      }
      let key: string;
      try {
        key = await storage.put(upload.path, upload.size, upload.sha256);
      } catch (cause) {
        throw new ApiError('UNAVAILABLE', { cause });
      }
      const { originalName, mimeType, size, sha256 } = upload;
      if (scanSoon !== null) afterCommit(db, scanSoon);
      const scanState = scanSoon === null ? 'CLEAN' : 'PENDING';
      return await repository.insert({
        key,
        originalName,
        mimeType,
        size,
        sha256,
        ownerId,
        scanState,
      });
    },

    async remove(db, file) {
      await filesRepository(db).removeRow(file.id);
      const mayRemove = keeper.mayRemove();
      afterCommit(db, () => {
        // What fails here has no row any more: the sweep takes it.
        mayRemove
          .then(async (may) => {
            if (may) await storage.remove(file.key);
          })
          .catch(() => undefined);
      });
    },

    async reply(file) {
      if (file.scanState === 'PENDING') throw new ApiError('FILE_BEING_CHECKED');
      if (file.scanState === 'INFECTED') throw new ApiError('FILE_INFECTED');
      try {
        return {
          contentType: file.mimeType,
          fileName: file.originalName,
          size: file.size,
          content: await storage.open(file.key),
        };
      } catch (cause) {
        if (cause instanceof StoredFileMissing) throw new ApiError('NOT_FOUND', { cause });
        throw cause;
      }
    },
  };
}
