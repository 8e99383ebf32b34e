import { useSyncExternalStore } from 'react';

import { currentSession, type Session, subscribeToSession } from './session.ts';

/** Present session; updates when it starts or ends here, in another tab, or by expiry. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeToSession, currentSession);
}
