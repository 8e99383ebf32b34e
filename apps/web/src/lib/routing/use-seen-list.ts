import { useEffect, useState } from 'react';

import { storeSeenList, type SeenRow } from './seen-list.ts';
import { currentSession } from '../session/session.ts';

/** Stores the rows of a list for the offline page. @param rows undefined while loading */
export function useSeenList(rows: readonly SeenRow[] | undefined): void {
  const text = rows === undefined ? null : JSON.stringify(rows);
  // Fixed at mount: another tab may sign in another account while the rows load.
  const [owner] = useState(() => currentSession()?.email);
  useEffect(() => {
    if (text !== null && owner !== undefined) storeSeenList(owner, JSON.parse(text) as SeenRow[]);
  }, [text, owner]);
}
