import { startSession, type Session } from '../../lib/session/session.ts';

/**
 * A session that an address handed over while somebody else is signed in: kept in this page's memory and nowhere else,
 * until they have said which one it shall be.
 */
let handed: Session | null = null;

/** Keeps the session aside; the one that is there stays. */
export function holdSession(session: Session): void {
  handed = session;
}

/** Who the address was for; null where nothing waits, as after a reload. */
export function handedSession(): Session | null {
  return handed;
}

/** The one who was asked stays who they are. */
export function dropHandedSession(): void {
  handed = null;
}

/** The address gets its way: its session takes the place of the one that was there. */
export function takeHandedSession(): void {
  if (handed !== null) startSession(handed.token);
  handed = null;
}
