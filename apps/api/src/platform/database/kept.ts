import type { Db, Keeper, PrismaClient } from './handle.ts';
import type { Signals } from './signals.ts';

/** From now on {@link kept} keeps what is read from this client, for as long as the changes of the reference lists are heard. */
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
 * What reference lists say, read once and used until they change, by whatever process. Callers share the value and
 * must not change it.
 * @param name what is read: the same name, the same value; as many names as there are in the code or in the lists
 * @param db inside a transaction a kept value is used, but what is read there is not kept: it may be of an earlier moment
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
