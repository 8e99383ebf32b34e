import { deviceStore } from '../drafts/device-store.ts';
import { serverNow } from '../http/server-time.ts';
import { currentSession, seenListPrefix } from '../session/session.ts';

/** A row of the last list, as shown, for reading offline. */
export interface SeenRow {
  readonly number: string;
  readonly date: string;
  readonly status: string;
  /** Subject of the row, in the user's or the portal's words, without data of other people. */
  readonly about: string;
}

export interface SeenList {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly rows: readonly SeenRow[];
}

/** List that the signed-in person read last on this device; null without a list or a session. */
export function seenList(): SeenList | null {
  const session = currentSession();
  if (session === null) return null;
  try {
    const stored = JSON.parse(
      deviceStore.get(seenListPrefix + session.email) ?? 'null',
    ) as Partial<SeenList> | null;
    return typeof stored?.at === 'number' && Array.isArray(stored.rows)
      ? (stored as SeenList)
      : null;
  } catch {
    return null;
  }
}

/**
 * Stores a list for the offline page until the session ends (`removeOtherSeenLists`).
 * @param owner e-mail of the session that requested the list; the call does nothing when another account is signed in
 */
export function storeSeenList(owner: string, rows: readonly SeenRow[], now = serverNow()): void {
  if (currentSession()?.email !== owner) return;
  deviceStore.set(seenListPrefix + owner, JSON.stringify({ at: now, rows }));
}
