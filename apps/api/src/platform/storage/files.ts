import type { Clock } from '../program/clock.ts';
import { afterCommit, type Db } from '../database/db.ts';
import { within } from '../program/deadline.ts';
import { ApiError } from '../http/api-error.ts';
import type { BinaryReply } from '../http/handler.ts';
import type { Upload } from '../http/upload.ts';
import { endsBefore } from '../jobs/retention.ts';
import { filesRepository, type StoredFile, type Usage } from './files.repository.ts';
import type { StoreKeeper } from './keeper.ts';
import { StoredFileMissing, type Storage } from './storage.ts';

export type { StoredFile, Usage } from './files.repository.ts';

const nothing: Usage = { files: 0, bytes: 0 };
const hourMs = 60 * 60 * 1000;
/** A call whose bytes have waited so long for their row is given up: the sweep, a day later, must not meet them in between. */
const maxRowDelayMs = 12 * hourMs;
/** A store that takes longer for one file is as good as away. */
const maxStoreMs = 5 * 60 * 1000;
/** Who handed in a day's worth asks again later; by then the earliest may have left the 24 hours. */
const askAgainSeconds = 60 * 60;

/** What serving a file takes. */
export type ServedFile = Pick<
  StoredFile,
  'key' | 'originalName' | 'mimeType' | 'size' | 'scanState'
>;

/**
 * How much there may be: what a person keeps (S43) and hands in within 24 hours, and what stands on one request, whoever
 * handed it in (S88). What one call brings is the contract's.
 */
export interface MostFiles {
  readonly ever: Usage;
  readonly day: Usage;
  readonly request: Usage;
}

/** Whose a file is, and the request that it goes to: with its documents, those of its steps or a message. */
export interface FilePlace {
  readonly ownerId: string;
  readonly requestId?: number;
}

/** Bytes that are in the store and have no row yet. */
export interface StoredBytes {
  readonly key: string;
  readonly upload: Upload;
  readonly storedAt: Date;
  readonly place: FilePlace;
  /** What the request is asked to take with it: of the first of a call all that the call brings, of the others nothing. */
  readonly adds: Usage;
}

/** One for each upload, in their order. */
type StoredOf<U extends readonly Upload[]> = { readonly [K in keyof U]: StoredBytes };

export interface Files {
  /**
   * Whether a person may hand in so much more, now and today.
   * @throws ApiError QUOTA_EXCEEDED, TOO_MANY_REQUESTS
   */
  requireRoom(db: Db, ownerId: string, more: Usage): Promise<void>;
  /**
   * Stores the uploads and hands them to `work`, the transaction that gives each its row with {@link Files.keep}:
   * while the store is slow no transaction is open, no row is locked and no connection is taken.
   * What `work` refuses is removed again; what is lost in between has no row, and is swept a day later.
   * @throws ApiError QUOTA_EXCEEDED or TOO_MANY_REQUESTS before anything is stored, UNAVAILABLE when the store is full, away or too slow
   */
  store<T, const U extends readonly Upload[]>(
    db: Db,
    place: FilePlace,
    uploads: U,
    work: (stored: StoredOf<U>) => Promise<T>,
  ): Promise<T>;
  /**
   * Writes the row of stored bytes; call it in a transaction that holds the lock of the request it goes to, in the order of
   * the uploads, so that several at once do not pass the quota.
   * @throws ApiError QUOTA_EXCEEDED, TOO_MANY_REQUESTS
   */
  keep(tx: Db, bytes: StoredBytes): Promise<StoredFile>;
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
 * @param most the quotas
 * @param keeper knows whether the store is ours: bytes of another database's store stay
 * @param scanSoon asks for a scan of what was saved; null where no scanner is configured
 */
export function createFiles(
  storage: Storage,
  clock: Clock,
  keeper: Pick<StoreKeeper, 'mayRemove'>,
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
    const { ever, day, request } = await filesRepository(db).usageOf(place, since);
    const isOver = (usage: Usage, { files, bytes }: Usage, limit: Usage): boolean =>
      usage.files + files > limit.files || usage.bytes + bytes > limit.bytes;
    if (isOver(ever, more, most.ever) || isOver(request, moreOnRequest, most.request))
      throw new ApiError('QUOTA_EXCEEDED');
    if (isOver(day, more, most.day))
      throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: askAgainSeconds });
  }

  /** What fails here has no row: the sweep takes it. */
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
            // What arrives after the deadline has no row, and is swept.
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
        // A refusal of ours was rolled back; after anything else the row may have been committed all the same.
        if (error instanceof ApiError) discard(stored);
        throw error;
      }
    },

    async keep(tx, { key, upload, storedAt, place, adds }) {
      if (clock.now().getTime() - storedAt.getTime() > maxRowDelayMs) {
        throw new ApiError('UNAVAILABLE');
      }
      const repository = filesRepository(tx);
      const { ownerId } = place;
      await repository.lockUsage(ownerId);
      await requireRoom(tx, place, { files: 1, bytes: upload.size }, adds);
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
