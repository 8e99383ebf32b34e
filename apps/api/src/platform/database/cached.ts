import type { Db, Cache, PrismaClient } from './handle.ts';
import type { Signals } from './signals.ts';

/** From now on {@link cached} keeps what is read from this client, for as long as the changes of the reference lists are heard. */
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
 * What reference lists say, read once and used until they change, by whatever process. Callers share the value and
 * must not change it.
 * @param key what is read: the same key, the same value; as many names as there are in the code or in the lists
 * @param db inside a transaction a kept value is used, but what is read there is not kept: it may be of an earlier moment
 */
export async function cached<T>(db: Db, key: string, load: (db: Db) => Promise<T>): Promise<T> {
  const { cache } = db.ofClient;
  if (cache?.isFresh() !== true) return await load(db);
  if (cache.values.has(key)) return cache.values.get(key) as T;
  const { invalidations } = cache;
  const value = await load(db);
  if (db.ofTransaction === null && cache.invalidations === invalidations) cache.values.set(key, value);
  return value;
}
