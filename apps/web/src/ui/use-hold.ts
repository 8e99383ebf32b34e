import { useEffect, useState } from 'react';

import { currentOwner } from '../lib/drafts/draft-store.ts';

/**
 * Makes the browser ask before it closes or reloads a page with content that drafts cannot store. It does not ask after
 * a sign-out.
 */
export function useHold(isHeld: boolean): void {
  const [owner] = useState(currentOwner);
  useEffect(() => {
    if (!isHeld) return undefined;
    const hold = (event: BeforeUnloadEvent) => {
      if (currentOwner() === owner) event.preventDefault();
    };
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isHeld, owner]);
}
