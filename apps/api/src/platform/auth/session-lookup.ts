import { LRUCache } from 'lru-cache';

import type { Db } from '../database/db.ts';
import type { Signals } from '../database/signals.ts';
import { sessionsRepository, type SessionRow } from './sessions.repository.ts';

/** Cached sessions of one process: a few megabytes, more than it can serve at once. */
const maxCached = 10_000;

/** Cached lookup of sessions; changes of the session or the user invalidate an entry. */
export interface SessionLookup {
  /** The session with its user, in any state. */
  find(sessionId: string): Promise<SessionRow | undefined>;
  /** Bypasses the cache: another process's note of use sends no notification. */
  reload(sessionId: string): Promise<SessionRow | undefined>;
  touch(sessionId: string, at: Date): Promise<void>;
}

/**
 * Caches sessions while the listen connection is fresh. A sign-out, a change of password or a closed account
 * invalidates every process's entry. Without a fresh connection each call reads the database.
 */
export function sessionLookup(db: Db, signals: Signals): SessionLookup {
  const sessions = sessionsRepository(db);
  const rows = new LRUCache<string, SessionRow>({ max: maxCached });
  /** Number of invalidations. A change during a read means that the result may be stale. */
  let invalidations = 0;

  function forgetPerson(userId: string): void {
    for (const [sessionId, row] of rows.entries())
      if (row.userId === userId) rows.delete(sessionId);
  }

  signals.onChange((topic, id) => {
    if (topic !== 'session' && topic !== 'user' && topic !== 'anything') return;
    invalidations += 1;
    if (id === null) rows.clear();
    else if (topic === 'session') rows.delete(id);
    else forgetPerson(id);
  });

  const load = async (sessionId: string): Promise<SessionRow | undefined> => {
    const isCached = signals.isFresh();
    const before = invalidations;
    const row = await sessions.find(sessionId);
    if (isCached && row !== undefined && invalidations === before) rows.set(sessionId, row);
    return row;
  };
  return {
    find: async (sessionId) => {
      const known = signals.isFresh() ? rows.get(sessionId) : undefined;
      return known ?? (await load(sessionId));
    },
    reload: load,
    touch: async (sessionId, at) => {
      await sessions.touch(sessionId, at);
      const row = rows.peek(sessionId);
      if (row !== undefined) rows.set(sessionId, { ...row, lastSeenAt: at });
    },
  };
}
