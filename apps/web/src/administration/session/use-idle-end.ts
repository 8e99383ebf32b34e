import { useEffect, useState } from 'react';

import { lastAnsweredAt } from '../api/client.ts';
import { refresh } from '../api/use-call.ts';

/** Milliseconds without a call after which the server ends a session. */
export const idleMs = 30 * 60_000;
/** Milliseconds before that end at which the page warns. */
const warningMs = 3 * 60_000;
/** While the administrator types or presses, a call at this interval in milliseconds extends the session. */
const extendMs = 5 * 60_000;
const checkMs = 10_000;

/** Extends the session. */
export const extendSession = (): Promise<void> => refresh('readWaiting');

/**
 * Follows the idle time of the session: use of the page extends it.
 * @param onEnd called when the time is over, until the page is signed out
 * @returns when the session ends, in milliseconds since 1970; null until the warning
 */
export function useIdleEnd(isActive: boolean, onEnd: () => unknown): number | null {
  const [endsAt, setEndsAt] = useState<number | null>(null);
  useEffect(() => {
    if (!isActive) return undefined;
    const check = () => {
      const end = lastAnsweredAt() + idleMs;
      const leftMs = end - Date.now();
      setEndsAt(leftMs > 0 && leftMs <= warningMs ? end : null);
      if (leftMs <= 0) onEnd();
    };
    const extend = () => {
      if (Date.now() - lastAnsweredAt() > extendMs) void extendSession().then(check);
    };
    const timer = setInterval(check, checkMs);
    const watched = new AbortController();
    const options = { capture: true, passive: true, signal: watched.signal };
    document.addEventListener('visibilitychange', check, options);
    for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, extend, options);
    return () => {
      clearInterval(timer);
      watched.abort();
    };
  }, [isActive, onEnd]);
  return isActive ? endsAt : null;
}
