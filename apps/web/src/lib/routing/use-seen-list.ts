import { useEffect, useState } from 'react';

import { keepSeen, type SeenRow } from './seen-list.ts';
import { currentSession } from '../session/session.ts';

/**
 * Keeps what a list shows for the page without a line.
 * @param rows undefined while they travel
 */
export function useSeenList(rows: readonly SeenRow[] | undefined): void {
  const text = rows === undefined ? null : JSON.stringify(rows);
  // Whose page it is: another tab may sign somebody else in while the rows travel.
  const [owner] = useState(() => currentSession()?.email);
  useEffect(() => {
    if (text !== null && owner !== undefined) keepSeen(owner, JSON.parse(text) as SeenRow[]);
  }, [text, owner]);
}
