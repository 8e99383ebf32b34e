import { call } from '../../lib/http/api-client.ts';
import { type Session, sessionOf } from '../../lib/session/session.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useEndpoint } from '../../lib/http/use-endpoint.ts';
import { currentUserCall, currentUserInput } from './current-user-call.ts';

export function useCurrentUser() {
  const session = useSession();
  const id = currentUserCall(session);
  return useEndpoint(id, session === null ? null : currentUserInput(session));
}

/**
 * Verifies a token from an address with the server, and stores nothing.
 * @returns its session; null when the token is invalid
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
