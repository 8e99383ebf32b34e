import type { Db, Cache, PrismaClient } from './handle.ts';
import type { Signals } from './signals.ts';

/** Enables {@link cached} for this client, while notifications of reference lists arrive. */
export function enableCache(db: PrismaClient, signals: Signals): void {
  const cache: Cache = { isFresh: () => signals.isFresh(), values: new Map(), invalidations: 0 };
  signals.onChange((topic) => {
    if (topic !== 'reference' && topic !== 'anything') return;
    cache.invalidations += 1;
    cache.values.clear();
  });
  db.ofClient.cache = cache;
}

/**
 * Loads a reference list once and caches it until any process changes it. Callers share the value and must not modify
 * it.
 * @param key one value for each key, from a bounded set of keys
 * @param db a transaction uses cached values, but does not fill the cache: its snapshot may be older
 */
export async function cached<T>(db: Db, key: string, load: (db: Db) => Promise<T>): Promise<T> {
  const { cache } = db.ofClient;
  if (cache?.isFresh() !== true) return await load(db);
  if (cache.values.has(key)) return cache.values.get(key) as T;
  const { invalidations } = cache;
  const value = await load(db);
  if (db.ofTransaction === null && cache.invalidations === invalidations)
    cache.values.set(key, value);
  return value;
}
