import { useEffect, useRef } from 'react';

/** Milliseconds after mount, so that the prefetch does not delay the form. */
const delayMs = 3000;

/** Prefetches the code of a form's last action, so that a lost connection or a new build does not block it. */
export function useCodePrefetch(fetch: () => unknown): void {
  const first = useRef(fetch);
  useEffect(() => {
    const timer = setTimeout(() => void first.current(), delayMs);
    return () => clearTimeout(timer);
  }, []);
}
