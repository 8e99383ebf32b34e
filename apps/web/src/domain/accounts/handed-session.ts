import { startSession, type Session } from '../../lib/session/session.ts';

/**
 * Session from an address, opened while another account is signed in. It stays in memory only, until the user chooses
 * an account.
 */
let handed: Session | null = null;

export function holdSession(session: Session): void {
  handed = session;
}

/** @returns null when there is none, for instance after a reload */
export function handedSession(): Session | null {
  return handed;
}

export function dropHandedSession(): void {
  handed = null;
}

/** Replaces the present session with the one from the address. */
export function takeHandedSession(): void {
  if (handed !== null) startSession(handed.token);
  handed = null;
}
