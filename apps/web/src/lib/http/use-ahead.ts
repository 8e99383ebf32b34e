import { useEffect, useRef } from 'react';

/** Milliseconds after which a form is there and what its last action needs does not delay it. */
const aheadMs = 3000;

/** Fetches what the last action of a form needs, once the form is there: a line or a build that goes meanwhile takes nothing. */
export function useAhead(fetch: () => unknown): void {
  const first = useRef(fetch);
  useEffect(() => {
    const timer = setTimeout(() => void first.current(), aheadMs);
    return () => clearTimeout(timer);
  }, []);
}
