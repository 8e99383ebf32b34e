import { useSyncExternalStore } from 'react';

import { currentSession, type Session, subscribeToSession } from './session.ts';

export function useSession(): Session | null {
  return useSyncExternalStore(subscribeToSession, currentSession);
}
