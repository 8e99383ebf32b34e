import { deviceStore } from '../drafts/device-store.ts';
import { serverNow } from '../http/server-time.ts';
import { currentSession, seenPrefix } from '../session/session.ts';

/** A row of a list as it was last read: in the words of the page, to be read again without a line. */
export interface SeenRow {
  readonly number: string;
  readonly date: string;
  readonly status: string;
  /** What it is about, in the person's own words or the portal's; nothing about others. */
  readonly about: string;
}

/** The list that a person read last. */
export interface SeenList {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly rows: readonly SeenRow[];
}

/** The list that the person signed in read last on this device; null where there is none, or nobody. */
export function seenList(): SeenList | null {
  const session = currentSession();
  if (session === null) return null;
  try {
    const kept = JSON.parse(
      deviceStore.get(seenPrefix + session.email) ?? 'null',
    ) as Partial<SeenList> | null;
    return typeof kept?.at === 'number' && Array.isArray(kept.rows) ? (kept as SeenList) : null;
  } catch {
    return null;
  }
}

/**
 * Keeps a list for the page without a line, until the session ends (`forgetSeen`).
 * @param owner the e-mail of who was signed in when the list was asked for; nothing is kept when that is somebody else now
 */
export function keepSeen(owner: string, rows: readonly SeenRow[], now = serverNow()): void {
  if (currentSession()?.email !== owner) return;
  deviceStore.set(seenPrefix + owner, JSON.stringify({ at: now, rows }));
}
