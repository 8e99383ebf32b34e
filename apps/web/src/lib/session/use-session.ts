import { useSyncExternalStore } from 'react';

import { currentSession, type Session, subscribeToSession } from './session.ts';

/** The session, kept up to date when it starts or ends here, in another tab, or by its own age. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeToSession, currentSession);
}
