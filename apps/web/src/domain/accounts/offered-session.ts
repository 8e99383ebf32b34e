import { startSession, type Session } from '../../lib/session/session.ts';

/**
 * Session from an address, opened while another account is signed in. It stays in memory only, until the user chooses
 * an account.
 */
let offered: Session | null = null;

export function offerSession(session: Session): void {
  offered = session;
}

/** @returns null when there is none, for instance after a reload */
export function offeredSession(): Session | null {
  return offered;
}

export function dropOfferedSession(): void {
  offered = null;
}

/** Replaces the present session with the one from the address. */
export function acceptOfferedSession(): void {
  if (offered !== null) startSession(offered.token);
  offered = null;
}
