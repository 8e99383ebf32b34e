import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';

import { isOwnDevice } from '../../lib/drafts/draft-store.ts';
import { serverNow } from '../../lib/http/server-time.ts';
import { currentSession, pagesPrefix } from '../../lib/session/session.ts';
import type { PageShape } from './page-geometry.ts';

export interface StoredPage extends PageShape {
  readonly id: string;
  readonly picture: Blob;
}

interface Row extends StoredPage {
  /** Key of the field that the page belongs to. */
  readonly place: string;
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

interface Pages extends DBSchema {
  pages: { key: [string, string]; value: Row; indexes: { savedAt: number } };
}

const hourMs = 3_600_000;
/** Photographed papers expire soon: after one session on a device that was not declared personal. */
const maxAgeMsOf = (email: string): number => (isOwnDevice(email) ? 7 * 24 : 12) * hourMs;

const currentEmail = (): string | null => currentSession()?.email ?? null;

function open(name: string): Promise<IDBPDatabase<Pages>> {
  return openDB<Pages>(name, 1, {
    upgrade(db) {
      db.createObjectStore('pages', { keyPath: ['place', 'id'] }).createIndex('savedAt', 'savedAt');
    },
    blocking(_current, _next, event) {
      // Closes at once, so that signing out in another tab can delete the database.
      (event.target as IDBDatabase).close();
    },
  });
}

/** Runs `work` on the database of one person and closes it at once, so that signing out can delete it. */
async function withPageDatabase<T>(
  email: string,
  work: (db: IDBPDatabase<Pages>) => Promise<T>,
): Promise<T> {
  const db = await open(pagesPrefix + email);
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

const keyRangeOf = (place: string) => IDBKeyRange.bound([place], [place, []]);

/** Stored pages of a field, in order; empty where the device stores nothing. */
export async function readPages(place: string): Promise<readonly StoredPage[]> {
  const email = currentEmail();
  if (email === null) return [];
  try {
    const rows = await withPageDatabase(email, (db) => db.getAll('pages', keyRangeOf(place)));
    return rows
      .filter(({ savedAt }) => serverNow() - savedAt < maxAgeMsOf(email))
      .sort((one, other) => one.position - other.position)
      .map(({ id, picture, width, height, turn, crop }) => ({
        id,
        picture,
        width,
        height,
        turn,
        crop,
      }));
  } catch {
    return [];
  }
}

/** Replaces the stored pages of a field; writes only the changes. @returns whether the device stored them */
export async function storePages(
  place: string,
  before: readonly StoredPage[],
  pages: readonly StoredPage[],
): Promise<boolean> {
  const email = currentEmail();
  if (email === null) return false;
  try {
    await withPageDatabase(email, async (db) => {
      const change = db.transaction('pages', 'readwrite');
      const gone = before.filter(({ id }) => pages.every((page) => page.id !== id));
      const changed = pages.flatMap((page, position) =>
        before[position] === page ? [] : [{ ...page, place, position, savedAt: serverNow() }],
      );
      await Promise.all([
        ...gone.map(({ id }) => change.store.delete([place, id])),
        ...changed.map((row) => change.store.put(row)),
        change.done,
      ]);
    });
    return true;
  } catch {
    return false;
  }
}

/** Deletes the pages of a field after use or when discarded. */
export async function deletePages(place: string): Promise<void> {
  const email = currentEmail();
  if (email === null) return;
  await withPageDatabase(email, (db) => db.delete('pages', keyRangeOf(place))).catch(
    () => undefined,
  );
}

export async function deleteExpiredPages(now = serverNow()): Promise<void> {
  try {
    // Browsers without `databases()` cannot list them: there each owner's pages are swept at the next visit.
    const all = 'databases' in indexedDB ? await indexedDB.databases() : [];
    const names = all.flatMap(({ name }) => (name?.startsWith(pagesPrefix) ? [name] : []));
    const email = currentEmail();
    for (const name of new Set([...names, ...(email === null ? [] : [pagesPrefix + email])])) {
      const db = await open(name);
      const old = IDBKeyRange.upperBound(now - maxAgeMsOf(name.slice(pagesPrefix.length)));
      const change = db.transaction('pages', 'readwrite');
      for await (const row of change.store.index('savedAt').iterate(old)) await row.delete();
      const left = await change.store.count();
      await change.done;
      db.close();
      if (left === 0 && name !== pagesPrefix + (email ?? '')) await deleteDB(name);
    }
  } catch {
    // A browser without storage has nothing to sweep.
  }
}
