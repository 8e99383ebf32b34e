import { z } from 'zod';

import type { Clock } from '../program/clock.ts';
import type { Db } from '../database/db.ts';
import type { Logger } from '../program/logger.ts';
import { storeOwnershipRepository } from './store-ownership.repository.ts';
import type { Storage } from './storage.ts';

const orphanAgeMs = 24 * 60 * 60 * 1000;
/** More orphans than this number and this share of the files indicate another problem, so the sweep stops. */
const orphansAtMost = 50;
const orphanShareAtMost = 0.2;
const batchSize = 500;
/** Maximum removals of one sweep; the next hour continues. */
const roundSize = 10_000;
const trustedForMs = 10 * 60 * 1000;

const markerSchema = z.object({ database: z.uuid(), keptAt: z.iso.datetime() });

/**
 * Relation between this database and the store:
 * - `ours`: the store names this database, and no later state of it;
 * - `unmarked`: it has no marker, and this database does not know most of its files;
 * - `foreign`: it names another database (`null`: its marker cannot be read);
 * - `later`: a later state of this database marked it, and the database was restored from a backup since.
 */
export type Ownership =
  | { readonly kind: 'ours' }
  | { readonly kind: 'unmarked'; readonly files: number; readonly unknown: number }
  | { readonly kind: 'foreign'; readonly database: string | null }
  | { readonly kind: 'later'; readonly claimedAt: Date };

/** Why nothing is removed. */
export type SweepRefusal = Exclude<Ownership, { kind: 'ours' }> | { readonly kind: 'share' };

export interface SweepReport {
  readonly files: number;
  /** Files older than a day without a row. */
  readonly orphans: number;
  readonly removed: number;
  /** Half-written files older than a day, left by killed processes; removed too where the store is ours. */
  readonly unfinished: number;
  readonly refusal: SweepRefusal | null;
  readonly examples: readonly { readonly key: string; readonly modifiedAt: Date }[];
}

/**
 * Protects the store's files: a marker names one database, and no other database removes anything. Without it, a copy
 * of the database or a new one with the same STORAGE_URL would treat the live files as orphans.
 */
export interface StoreOwnership {
  /** Compares marker and database without changes. */
  ownership(): Promise<Ownership>;
  /**
   * Compares them, and renews the marker where the store is ours. An unmarked store becomes ours if most of its files have rows.
   */
  keep(): Promise<Ownership>;
  /** Whether bytes may be removed; false while the store or the database is unavailable. */
  mayRemove(): Promise<boolean>;
  /** Marks the store as ours, whatever its marker, for an operator who is sure. */
  claim(): Promise<void>;
  /**
   * Removes files older than a day without a row, and half-written files of that age.
   * @param options.isDryRun only counts
   * @param options.isOverLimit also removes a large share of all files
   * @param options.watch receives the progress
   */
  sweep(options?: {
    isDryRun?: boolean;
    isOverLimit?: boolean;
    watch?: SweepWatch;
  }): Promise<SweepReport>;
  /** Number of files with a row, about as many as a sweep checks. */
  expected(): Promise<number>;
}

export interface SweepWatch {
  readonly looked: () => void;
  readonly removing: (files: number) => void;
  readonly removed: () => void;
}

/** Why nothing is removed, for the log and the terminal. */
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

export function createStoreOwnership(deps: {
  db: Db;
  storage: Storage;
  clock: Clock;
  log: Logger;
}): StoreOwnership {
  const { storage, clock, log } = deps;
  const repository = storeOwnershipRepository(deps.db);

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
    // The row first: a process killed in between leaves a marker older than the row, which still counts as ours.
    const keptAt = await repository.recordMark();
    await storage.writeMarker(
      `${JSON.stringify({ database: id, keptAt: keptAt.toISOString() }, null, 2)}\n`,
    );
  };

  const ownership = async (): Promise<Ownership> => {
    // The marker before the row: another process of this database writes them in the opposite order.
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
    const found = await ownership();
    if (found.kind === 'ours') await mark();
    else log.warn({ event: 'storage.owner_mismatch', reason: refusalSentence(found) });
    trustedUntil = found.kind === 'ours' ? performance.now() + trustedForMs : -Infinity;
    return found;
  };

  return {
    ownership,
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
      const found = await (isDryRun ? ownership() : keep());
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
      // Half-written files never had a row, so the share of orphans does not matter.
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
