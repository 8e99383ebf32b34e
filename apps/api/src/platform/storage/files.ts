import type { Clock } from '../program/clock.ts';
import { afterCommit, type Db } from '../database/db.ts';
import { within } from '../program/deadline.ts';
import { ApiError } from '../http/api-error.ts';
import type { BinaryReply } from '../http/handler.ts';
import type { Upload } from '../http/upload.ts';
import { endsBefore } from '../jobs/retention.ts';
import { filesRepository, type StoredFile, type Usage } from './files.repository.ts';
import type { StoreOwnership } from './store-ownership.ts';
import { StoredFileMissing, type Storage } from './storage.ts';

export type { StoredFile, Usage } from './files.repository.ts';

const nothing: Usage = { files: 0, bytes: 0 };
const hourMs = 60 * 60 * 1000;
/** A call whose bytes wait this long for their row fails. Otherwise the sweep, a day later, could remove them in between. */
const maxRowDelayMs = 12 * hourMs;
/** A store that takes longer for one file counts as unavailable. */
const maxStoreMs = 5 * 60 * 1000;
/** Retry delay at the daily quota; by then the earliest uploads may be older than 24 hours. */
const askAgainSeconds = 60 * 60;

export type ServedFile = Pick<
  StoredFile,
  'key' | 'originalName' | 'mimeType' | 'size' | 'scanState'
>;

/**
 * Quotas: stored files of a person, uploads in 24 hours, and files of one request from all users. The contract limits
 * what one call uploads.
 */
export interface MostFiles {
  readonly ever: Usage;
  readonly day: Usage;
  readonly request: Usage;
}

/** Owner of a file, and the request that it belongs to: with its documents, those of its steps or a message. */
export interface FilePlace {
  readonly ownerId: string;
  /** The person whose quota must have room; the owner by default. */
  readonly quotaOf?: string;
  readonly requestId?: number;
}

/** Bytes in the store without a row yet. */
export interface StoredBytes {
  readonly key: string;
  readonly upload: Upload;
  readonly storedAt: Date;
  readonly place: FilePlace;
  /** Usage to reserve on the request: the first file of a call reserves all of the call's, the others nothing. */
  readonly adds: Usage;
}

/** One for each upload, in order. */
type StoredOf<U extends readonly Upload[]> = { readonly [K in keyof U]: StoredBytes };

export interface Files {
  /**
   * Checks that a person may upload this much more, in total and today.
   * @throws ApiError QUOTA_EXCEEDED, TOO_MANY_REQUESTS
   */
  requireRoom(db: Db, ownerId: string, more: Usage): Promise<void>;
  /**
   * Stores the uploads, then runs the transaction `work`, which writes each row with {@link Files.keep}. During the
   * upload to a slow store no transaction, row lock or connection is in use. Bytes that `work` refuses are removed.
   * Bytes lost in between have no row and are swept a day later.
   * @throws ApiError QUOTA_EXCEEDED or TOO_MANY_REQUESTS before anything is stored, UNAVAILABLE when the store is full,
   * away or too slow
   */
  store<T, const U extends readonly Upload[]>(
    db: Db,
    place: FilePlace,
    uploads: U,
    work: (stored: StoredOf<U>) => Promise<T>,
  ): Promise<T>;
  /**
   * Writes the row of stored bytes. Call it in the order of the uploads, in a transaction that locks their request. The
   * lock prevents concurrent calls from exceeding the quota.
   * @throws ApiError QUOTA_EXCEEDED, TOO_MANY_REQUESTS
   */
  keep(tx: Db, bytes: StoredBytes): Promise<StoredFile>;
  /**
   * Marks an unreferenced file as removed. Row and bytes stay for a day, for reads and backups in progress, and count
   * in the quota until then. Detach the file from its references first.
   */
  remove(tx: Db, file: Pick<StoredFile, 'id'>): Promise<void>;
  /**
   * Erases a file that must not be stored: clears the row now, and removes the bytes after the commit if the store is
   * ours. Detach it first.
   */
  erase(tx: Db, file: Pick<StoredFile, 'id' | 'key'>): Promise<void>;
  /**
   * The file as an attachment under its original name.
   * @throws ApiError NOT_FOUND, FILE_BEING_CHECKED, FILE_INFECTED
   */
  reply(file: ServedFile): Promise<BinaryReply>;
  /** Deletes rows of files that were removed more than a day ago. The sweep removes their bytes. */
  forgetRemoved(db: Db): Promise<void>;
}

/**
 * @param most the quotas
 * @param ownership knows whether the store is ours; bytes in another database's store stay
 * @param scanSoon requests a scan of stored files; null without a scanner
 */
export function createFiles(
  storage: Storage,
  clock: Clock,
  ownership: Pick<StoreOwnership, 'mayRemove'>,
  most: MostFiles,
  scanSoon: (() => void) | null = null,
): Files {
  async function requireRoom(
    db: Db,
    place: FilePlace,
    more: Usage,
    moreOnRequest: Usage,
  ): Promise<void> {
    const since = new Date(clock.now().getTime() - 24 * hourMs);
    const { ever, day, request } = await filesRepository(db).usageOf(
      { ...place, ownerId: place.quotaOf ?? place.ownerId },
      since,
    );
    const isOver = (usage: Usage, { files, bytes }: Usage, limit: Usage): boolean =>
      usage.files + files > limit.files || usage.bytes + bytes > limit.bytes;
    if (isOver(ever, more, most.ever) || isOver(request, moreOnRequest, most.request))
      throw new ApiError('QUOTA_EXCEEDED');
    if (isOver(day, more, most.day))
      throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: askAgainSeconds });
  }

  /** Bytes that stay after an error have no row, so the sweep removes them. */
  function discard(bytes: readonly Pick<StoredBytes, 'key'>[]): void {
    for (const { key } of bytes) storage.remove(key).catch(() => undefined);
  }

  return {
    async requireRoom(db, ownerId, more) {
      await requireRoom(db, { ownerId }, more, nothing);
    },

    async store<T, const U extends readonly Upload[]>(
      db: Db,
      place: FilePlace,
      uploads: U,
      work: (stored: StoredOf<U>) => Promise<T>,
    ) {
      const bytes = uploads.reduce((sum, upload) => sum + upload.size, 0);
      const all = { files: uploads.length, bytes };
      await requireRoom(db, place, all, all);
      const stored: StoredBytes[] = [];
      try {
        for (const upload of uploads) {
          const storedAt = clock.now();
          try {
            // Bytes that arrive after the deadline have no row, so the sweep removes them.
            const put = storage.put(upload.path, upload.size, upload.sha256);
            const key = await within(maxStoreMs, put);
            stored.push({
              key,
              upload,
              storedAt,
              place,
              adds: stored.length === 0 ? all : nothing,
            });
          } catch (cause) {
            throw new ApiError('UNAVAILABLE', { cause });
          }
        }
        return await work(stored as unknown as StoredOf<U>);
      } catch (error) {
        // The portal's own refusal rolled back. After any other error the row may have been committed.
        if (error instanceof ApiError) discard(stored);
        throw error;
      }
    },

    async keep(tx, { key, upload, storedAt, place, adds }) {
      if (clock.now().getTime() - storedAt.getTime() > maxRowDelayMs) {
        throw new ApiError('UNAVAILABLE');
      }
      const repository = filesRepository(tx);
      const { ownerId, quotaOf = ownerId } = place;
      await repository.lockUsage(quotaOf);
      await requireRoom(tx, place, { files: 1, bytes: upload.size }, adds);
      const { originalName, mimeType, size, sha256, hasActiveContent = false } = upload;
      if (scanSoon !== null) afterCommit(tx, scanSoon);
      const safe = hasActiveContent ? 'CAUTION' : 'CLEAN';
      const scanState = scanSoon === null ? safe : 'PENDING';
      return await repository.insert({
        key,
        originalName,
        mimeType,
        size,
        sha256,
        ownerId,
        scanState,
        hasActiveContent,
      });
    },

    async remove(tx, file) {
      await filesRepository(tx).markRemoved(file.id, clock.now());
    },

    async erase(tx, file) {
      await filesRepository(tx).blank(file.id, clock.now());
      const mayRemove = ownership.mayRemove();
      afterCommit(tx, () => {
        // The sweep removes bytes that stay after an error.
        mayRemove
          .then(async (may) => {
            if (may) await storage.remove(file.key);
          })
          .catch(() => undefined);
      });
    },

    async forgetRemoved(db) {
      await filesRepository(db).forgetRemoved(endsBefore('removedFiles', clock.now()));
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
