import { getCurrentUser, getCurrentUserPartner } from '@wasl/contracts';

import { send } from './http.ts';
import { type Session, sessionOf, startSession, useSession } from './session.ts';
import { useEndpoint } from './use-endpoint.ts';

/** The person signed in, as the server knows them; each role has its own call. */
export function useCurrentUser() {
  const session = useSession();
  const endpoint = session?.role === 'PARTENAIRE' ? getCurrentUserPartner : getCurrentUser;
  return useEndpoint(
    endpoint,
    session === null ? null : { params: { id: session.userId ?? session.email } },
  );
}

/**
 * Keeps a session handed over in an address, once the server has confirmed it.
 * Answers the session, or null when the token is worth nothing.
 */
export async function adoptToken(token: string): Promise<Session | null> {
  const session = sessionOf(token);
  if (session === null) return null;
  const call = session.role === 'PARTENAIRE' ? 'currentUserPartner' : 'currentUser';
  const id = encodeURIComponent(session.userId ?? session.email);
  try {
    await send({ method: 'get', path: `/${call}/${id}`, token });
  } catch {
    return null;
  }
  startSession(token);
  return session;
}
