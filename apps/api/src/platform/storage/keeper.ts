import { z } from 'zod';

import type { Clock } from '../program/clock.ts';
import type { Db } from '../database/db.ts';
import type { Logger } from '../program/logger.ts';
import { keeperRepository } from './keeper.repository.ts';
import type { Storage } from './storage.ts';

const orphanAgeMs = 24 * 60 * 60 * 1000;
/** More orphans than this many and than this share of the files are no leftovers: something else is wrong. */
const orphansAtMost = 50;
const orphanShareAtMost = 0.2;
const batchSize = 500;
/** Removed in one round at most; the next hour goes on. */
const roundSize = 10_000;
const trustedForMs = 10 * 60 * 1000;

const markerSchema = z.object({ database: z.uuid(), keptAt: z.iso.datetime() });

/**
 * How this database stands to the store:
 * - `ours`: the store names this database, and no later state of it;
 * - `unmarked`: it names none, and this database does not know most of its files;
 * - `foreign`: it names another database (`null`: its marker cannot be read);
 * - `later`: it was kept by a later state of this database, which has been restored from a backup since.
 */
export type Ownership =
  | { readonly kind: 'ours' }
  | { readonly kind: 'unmarked'; readonly files: number; readonly unknown: number }
  | { readonly kind: 'foreign'; readonly database: string | null }
  | { readonly kind: 'later'; readonly claimedAt: Date };

/** Why nothing is removed. */
export type SweepRefusal = Exclude<Ownership, { kind: 'ours' }> | { readonly kind: 'share' };

export interface SweepReport {
  /** Files in the store. */
  readonly files: number;
  /** Those older than a day that no row names. */
  readonly orphans: number;
  readonly removed: number;
  /** Half-written ones older than a day, which killed processes left; removed too where the store is ours. */
  readonly unfinished: number;
  readonly refusal: SweepRefusal | null;
  /** The first of the orphans. */
  readonly examples: readonly { readonly key: string; readonly modifiedAt: Date }[];
}

/**
 * Minds whose store this is: a marker in it names one database, and no other removes anything from it. Without that
 * a copy of the database, or a new one with the same STORAGE_URL, takes the live files for leftovers.
 */
export interface StoreKeeper {
  /** Compares marker and database, and changes nothing. */
  ownership(): Promise<Ownership>;
  /** The same, and marks the store anew where it is ours; one that nobody has marked becomes ours if we know most of its files. */
  keep(): Promise<Ownership>;
  /** Whether bytes may be removed; false too while the store or the database is away. */
  mayRemove(): Promise<boolean>;
  /** Marks the store as ours, whatever it says: for a person who knows. */
  claim(): Promise<void>;
  /**
   * Removes files older than a day that no row names, and what was left half-written so long ago.
   * @param options.isDryRun only counts @param options.isOverLimit also when they are a large share of all @param options.watch told how far it is
   */
  sweep(options?: {
    isDryRun?: boolean;
    isOverLimit?: boolean;
    watch?: SweepWatch;
  }): Promise<SweepReport>;
  /** How many files have a row: about as many as a sweep looks at. */
  expected(): Promise<number>;
}

/** Told how far a sweep is. */
export interface SweepWatch {
  /** One file more was looked at. */
  readonly looked: () => void;
  /** So many are removed now. */
  readonly removing: (files: number) => void;
  /** One more is removed. */
  readonly removed: () => void;
}

/** Why nothing is removed, for the log and for people at a terminal. */
export function refusalSentence(refusal: SweepRefusal): string {
  const claim = 'If it is this database’s own all the same: npm run admin -- files claim';
  switch (refusal.kind) {
    case 'share':
      return `More than ${String(orphansAtMost)} files and ${String(orphanShareAtMost * 100)} % of the store have no row. Look why; then: npm run admin -- files sweep --over-limit`;
    case 'unmarked':
      return `The store names no database, and this one does not know ${String(refusal.unknown)} of its ${String(refusal.files)} files. ${claim}`;
    case 'foreign':
      return refusal.database === null
        ? `The store’s marker cannot be read. ${claim}`
        : `The store belongs to another database (${refusal.database}), or this one was restored or moved. ${claim}`;
    case 'later':
      return `The store was kept until ${refusal.claimedAt.toISOString()} by a later state of this database: this one was restored from an older backup. ${claim}`;
  }
}

export function createStoreKeeper(deps: {
  db: Db;
  storage: Storage;
  clock: Clock;
  log: Logger;
}): StoreKeeper {
  const { storage, clock, log } = deps;
  const repository = keeperRepository(deps.db);

  /** Every file in turn, with whether a row names it. */
  async function* everyFile() {
    let batch: { key: string; modifiedAt: Date }[] = [];
    const looked = async () => {
      const known = await repository.known(batch.map(({ key }) => key));
      const files = batch.map((file) => ({ ...file, isKnown: known.has(file.key) }));
      batch = [];
      return files;
    };
    for await (const file of storage.list()) {
      batch.push(file);
      if (batch.length === batchSize) yield* await looked();
    }
    yield* await looked();
  }

  const mark = async (): Promise<void> => {
    const { id } = await repository.installation();
    // The row first: a process killed in between leaves a marker that is older than the row, which is ours still.
    const keptAt = await repository.noteKept();
    await storage.writeMarker(
      `${JSON.stringify({ database: id, keptAt: keptAt.toISOString() }, null, 2)}\n`,
    );
  };

  const standing = async (): Promise<Ownership> => {
    // The marker before the row: another process of ours writes them in the other order.
    const text = await storage.readMarker();
    const { id, keptAt } = await repository.installation();
    if (text === null) {
      let files = 0;
      let unknown = 0;
      for await (const { isKnown } of everyFile()) {
        files += 1;
        if (!isKnown) unknown += 1;
      }
      return unknown * 2 > files ? { kind: 'unmarked', files, unknown } : { kind: 'ours' };
    }
    let marker;
    try {
      marker = markerSchema.parse(JSON.parse(text));
    } catch {
      return { kind: 'foreign', database: null };
    }
    if (marker.database !== id) return { kind: 'foreign', database: marker.database };
    const markedAt = new Date(marker.keptAt);
    return keptAt === null || markedAt > keptAt
      ? { kind: 'later', claimedAt: markedAt }
      : { kind: 'ours' };
  };

  let trustedUntil = -Infinity;
  const keep = async (): Promise<Ownership> => {
    const found = await standing();
    if (found.kind === 'ours') await mark();
    else log.warn({ event: 'storage.owner_mismatch', reason: refusalSentence(found) });
    trustedUntil = found.kind === 'ours' ? performance.now() + trustedForMs : -Infinity;
    return found;
  };

  return {
    ownership: standing,
    keep,

    async mayRemove() {
      if (performance.now() < trustedUntil) return true;
      try {
        return (await keep()).kind === 'ours';
      } catch (error) {
        log.warn({ event: 'storage.check_failed', err: error });
        return false;
      }
    },

    async claim() {
      await mark();
      log.info({ event: 'storage.claimed', by: 'administrator' });
    },

    expected: () => repository.count(),

    async sweep({ isDryRun = false, isOverLimit = false, watch } = {}) {
      const found = await (isDryRun ? standing() : keep());
      const before = clock.now().getTime() - orphanAgeMs;
      const leftovers: { key: string; modifiedAt: Date }[] = [];
      let files = 0;
      let orphans = 0;
      for await (const { key, modifiedAt, isKnown } of everyFile()) {
        files += 1;
        watch?.looked();
        if (isKnown || modifiedAt.getTime() >= before) continue;
        orphans += 1;
        if (leftovers.length < roundSize) leftovers.push({ key, modifiedAt });
      }
      const halves: string[] = [];
      for await (const { name, modifiedAt } of storage.unfinished()) {
        if (modifiedAt.getTime() < before) halves.push(name);
      }
      const isTooMany = orphans > orphansAtMost && orphans > files * orphanShareAtMost;
      const refusal: SweepRefusal | null =
        found.kind !== 'ours' ? found : isTooMany && !isOverLimit ? { kind: 'share' } : null;
      let removed = 0;
      // Whatever the share of files without a row: a half-written one never had any.
      if (found.kind === 'ours' && !isDryRun) {
        for (const name of halves) await storage.removeUnfinished(name);
      }
      if (refusal === null && !isDryRun) {
        watch?.removing(leftovers.length);
        for (const { key } of leftovers) {
          await storage.remove(key);
          watch?.removed();
          removed += 1;
        }
      }
      return {
        files,
        orphans,
        removed,
        unfinished: halves.length,
        refusal,
        examples: leftovers.slice(0, 20),
      };
    },
  };
}
