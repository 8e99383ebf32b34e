import type { Clock } from '../clock.ts';
import { afterCommit, type Db } from '../db.ts';
import { within } from '../deadline.ts';
import { ApiError } from '../http/api-error.ts';
import type { BinaryReply } from '../http/handler.ts';
import type { Upload } from '../http/upload.ts';
import { filesRepository, type StoredFile } from './files.repository.ts';
import type { StoreKeeper } from './keeper.ts';
import { StoredFileMissing, type Storage } from './storage.ts';

export type { StoredFile } from './files.repository.ts';

const hourMs = 60 * 60 * 1000;
/** Removed files keep row and bytes for so long. */
const removedAgeMs = 24 * hourMs;
/** A call whose bytes have waited so long for their row is given up: the sweep, a day later, must not meet them in between. */
const maxRowDelayMs = 12 * hourMs;
/** A store that takes longer for one file is as good as away. */
const maxStoreMs = 5 * 60 * 1000;
/** What one person may keep: S43. */
const maxFilesPerOwner = 500;
const maxBytesPerOwner = 1024 ** 3;

/** What serving a file takes. */
export type ServedFile = Pick<
  StoredFile,
  'key' | 'originalName' | 'mimeType' | 'size' | 'scanState'
>;

/** Bytes that are in the store and have no row yet. */
export interface StoredBytes {
  readonly key: string;
  readonly upload: Upload;
  readonly storedAt: Date;
}

/** One for each upload, in their order. */
type StoredOf<U extends readonly Upload[]> = { readonly [K in keyof U]: StoredBytes };

export interface Files {
  /**
   * Stores the uploads and hands them to `work`, the transaction that gives each its row with {@link Files.keep}:
   * while the store is slow no transaction is open, no row is locked and no connection is taken.
   * What `work` refuses is removed again; what is lost in between has no row, and is swept a day later.
   * @throws ApiError QUOTA_EXCEEDED before anything is stored, UNAVAILABLE when the store is full, away or too slow
   */
  store<T, const U extends readonly Upload[]>(
    db: Db,
    ownerId: string,
    uploads: U,
    work: (stored: StoredOf<U>) => Promise<T>,
  ): Promise<T>;
  /**
   * Writes the row of stored bytes; call it in a transaction, so that several at once do not pass the quota.
   * @throws ApiError QUOTA_EXCEEDED
   */
  keep(tx: Db, bytes: StoredBytes, ownerId: string): Promise<StoredFile>;
  /**
   * Lets a file go that nothing names any more: row and bytes stay for a day, so that reads and backups
   * under way find them, and count in the quota until then. Detach it from whatever names it first.
   */
  remove(tx: Db, file: Pick<StoredFile, 'id'>): Promise<void>;
  /**
   * Removes a file that must not be kept: what the row says now, the bytes after the commit if the store
   * is ours. Detach it first.
   */
  erase(tx: Db, file: Pick<StoredFile, 'id' | 'key'>): Promise<void>;
  /**
   * The file as an answer: an attachment under its original name.
   * @throws ApiError NOT_FOUND, FILE_BEING_CHECKED, FILE_INFECTED
   */
  reply(file: ServedFile): Promise<BinaryReply>;
  /** Ends the rows of files that were removed more than a day ago; their bytes are the sweep's. */
  forgetRemoved(db: Db): Promise<void>;
}

/**
 * @param keeper knows whether the store is ours: bytes of another database's store stay
 * @param scanSoon asks for a scan of what was saved; null where no scanner is configured
 */
export function createFiles(
  storage: Storage,
  clock: Clock,
  keeper: Pick<StoreKeeper, 'mayRemove'>,
  scanSoon: (() => void) | null = null,
): Files {
  async function requireRoom(db: Db, ownerId: string, files: number, bytes: number): Promise<void> {
    const usage = await filesRepository(db).usageOf(ownerId);
    if (usage.files + files > maxFilesPerOwner || usage.bytes + bytes > maxBytesPerOwner) {
      throw new ApiError('QUOTA_EXCEEDED');
    }
  }

  /** What fails here has no row: the sweep takes it. */
  function discard(bytes: readonly Pick<StoredBytes, 'key'>[]): void {
    for (const { key } of bytes) storage.remove(key).catch(() => undefined);
  }

  return {
    async store<T, const U extends readonly Upload[]>(
      db: Db,
      ownerId: string,
      uploads: U,
      work: (stored: StoredOf<U>) => Promise<T>,
    ) {
      const size = uploads.reduce((sum, upload) => sum + upload.size, 0);
      await requireRoom(db, ownerId, uploads.length, size);
      const stored: StoredBytes[] = [];
      try {
        for (const upload of uploads) {
          const storedAt = clock.now();
          try {
            // What arrives after the deadline has no row, and is swept.
            const put = storage.put(upload.path, upload.size, upload.sha256);
            const key = await within(maxStoreMs, put);
            stored.push({ key, upload, storedAt });
          } catch (cause) {
            throw new ApiError('UNAVAILABLE', { cause });
          }
        }
        return await work(stored as unknown as StoredOf<U>);
      } catch (error) {
        // A refusal of ours was rolled back; after anything else the row may have been committed all the same.
        if (error instanceof ApiError) discard(stored);
        throw error;
      }
    },

    async keep(tx, { key, upload, storedAt }, ownerId) {
      if (clock.now().getTime() - storedAt.getTime() > maxRowDelayMs) {
        throw new ApiError('UNAVAILABLE');
      }
      const repository = filesRepository(tx);
      await repository.lockUsage(ownerId);
      await requireRoom(tx, ownerId, 1, upload.size);
      const { originalName, mimeType, size, sha256 } = upload;
      if (scanSoon !== null) afterCommit(tx, scanSoon);
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

    async remove(tx, file) {
      await filesRepository(tx).markRemoved(file.id, clock.now());
    },

    async erase(tx, file) {
      await filesRepository(tx).blank(file.id, clock.now());
      const mayRemove = keeper.mayRemove();
      afterCommit(tx, () => {
        // What fails here is left to the sweep.
        mayRemove
          .then(async (may) => {
            if (may) await storage.remove(file.key);
          })
          .catch(() => undefined);
      });
    },

    async forgetRemoved(db) {
      await filesRepository(db).forgetRemoved(new Date(clock.now().getTime() - removedAgeMs));
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
