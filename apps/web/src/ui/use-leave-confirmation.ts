import { useEffect, useState } from 'react';

import { currentOwner } from '../lib/drafts/draft-store.ts';

/**
 * Makes the browser ask before it closes or reloads a page with content that drafts cannot store. It does not ask after
 * a sign-out.
 */
export function useLeaveConfirmation(isActive: boolean): void {
  const [owner] = useState(currentOwner);
  useEffect(() => {
    if (!isActive) return undefined;
    const confirmLeaving = (event: BeforeUnloadEvent) => {
      if (currentOwner() === owner) event.preventDefault();
    };
    window.addEventListener('beforeunload', confirmLeaving);
    return () => window.removeEventListener('beforeunload', confirmLeaving);
  }, [isActive, owner]);
}
