import { LRUCache } from 'lru-cache';

import type { Db } from '../database/db.ts';
import type { Signals } from '../database/signals.ts';
import { sessionsRepository, type SessionRow } from './sessions.repository.ts';

/** Sessions that one process keeps: some megabytes, and more people than it can serve at once. */
const maxCached = 10_000;

/** Who stands behind a session, kept until the row of the session or of the person changes. */
export interface SessionLookup {
  /** The row and its user, whatever their state. */
  find(sessionId: string): Promise<SessionRow | undefined>;
  /** The same, read now: what this process keeps does not hear when another one notes a use. */
  reload(sessionId: string): Promise<SessionRow | undefined>;
  /** Notes that the session is in use. */
  touch(sessionId: string, at: Date): Promise<void>;
}

/**
 * Looks sessions up, the same one only once while the database is heard: a sign-out, a change of password, a closed
 * account empties what every process keeps of it. A process that hears nothing asks each time.
 */
export function sessionLookup(db: Db, signals: Signals): SessionLookup {
  const sessions = sessionsRepository(db);
  const rows = new LRUCache<string, SessionRow>({ max: maxCached });
  /** How often something was thrown away: what was read before may be old. */
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

  const findAnew = async (sessionId: string): Promise<SessionRow | undefined> => {
    const isCached = signals.isFresh();
    const before = invalidations;
    const row = await sessions.find(sessionId);
    if (isCached && row !== undefined && invalidations === before) rows.set(sessionId, row);
    return row;
  };
  return {
    find: async (sessionId) => {
      const known = signals.isFresh() ? rows.get(sessionId) : undefined;
      return known ?? (await findAnew(sessionId));
    },
    reload: findAnew,
    touch: async (sessionId, at) => {
      await sessions.touch(sessionId, at);
      const row = rows.peek(sessionId);
      if (row !== undefined) rows.set(sessionId, { ...row, lastSeenAt: at });
    },
  };
}
