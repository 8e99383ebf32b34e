import { useEffect, useState } from 'react';

import { presentOwner } from '../lib/drafts/draft-store.ts';

/**
 * The browser asks before it closes or reloads the page: what is held here can be written down nowhere. It does not ask
 * once the session of whoever chose it has ended, so that a sign-out always leaves.
 */
export function useHold(isHeld: boolean): void {
  const [owner] = useState(presentOwner);
  useEffect(() => {
    if (!isHeld) return undefined;
    const hold = (event: BeforeUnloadEvent) => {
      if (presentOwner() === owner) event.preventDefault();
    };
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isHeld, owner]);
}
