import { call } from '../../lib/http/api-client.ts';
import { type Session, sessionOf } from '../../lib/session/session.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useEndpoint } from '../../lib/http/use-endpoint.ts';
import { currentUserCall, currentUserInput } from './current-user-call.ts';

/** The person signed in, as the server knows them; each role has its own call. */
export function useCurrentUser() {
  const session = useSession();
  const id = currentUserCall(session);
  return useEndpoint(id, session === null ? null : currentUserInput(session));
}

/**
 * The session of a token that was handed over in an address, once the server has confirmed it; null when the token is worth
 * nothing. Nothing is kept.
 */
export async function confirmedSession(token: string): Promise<Session | null> {
  const session = sessionOf(token);
  if (session === null) return null;
  try {
    await call(currentUserCall(session), currentUserInput(session), { token });
  } catch {
    return null;
  }
  return session;
}
