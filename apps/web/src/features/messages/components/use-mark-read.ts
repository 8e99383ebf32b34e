import { useEffect, useRef } from 'react';

import { call } from '../../../lib/http/api-client.ts';
import { refreshConversations } from '../api/refresh-conversations.ts';

/** Marks entries as read up to the last one on a visible screen. */
export function useMarkRead(
  stepId: number,
  by: 'markMessagesRead' | 'markNotesRead',
  upTo: number | undefined,
): void {
  const marked = useRef(0);
  useEffect(() => {
    const mark = () => {
      if (upTo === undefined || upTo <= marked.current || document.hidden) return;
      marked.current = upTo;
      call(by, { params: { stepId }, body: { upTo } })
        .then(() => refreshConversations())
        .catch(() => {
          marked.current = 0;
        });
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [stepId, by, upTo]);
}
