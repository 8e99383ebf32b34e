import type { Db, Keeper, PrismaClient } from './handle.ts';
import type { Signals } from './signals.ts';

/** Enables the cache of {@link kept} for this client, while notifications of reference lists arrive. */
export function keepReadings(db: PrismaClient, signals: Signals): void {
  const keeper: Keeper = { isHearing: () => signals.isHearing(), values: new Map(), losses: 0 };
  signals.onChange((topic) => {
    if (topic !== 'reference' && topic !== 'anything') return;
    keeper.losses += 1;
    keeper.values.clear();
  });
  db.ofClient.keeper = keeper;
}

/**
 * Reads a reference list once and caches it until any process changes it. Callers share the value and must not modify
 * it.
 * @param name cache key; one value for each name, from a bounded set of names
 * @param db a transaction uses cached values, but does not fill the cache: its snapshot may be older
 */
export async function kept<T>(db: Db, name: string, read: (db: Db) => Promise<T>): Promise<T> {
  const { keeper } = db.ofClient;
  if (keeper?.isHearing() !== true) return await read(db);
  if (keeper.values.has(name)) return keeper.values.get(name) as T;
  const { losses } = keeper;
  const value = await read(db);
  if (db.ofTransaction === null && keeper.losses === losses) keeper.values.set(name, value);
  return value;
}
