/**
 * Waits `ms`, or, where the browser knows that there is no line, until it is back; not longer than until `signal`.
 * A browser may be wrong about a line that is there: it is believed for half a minute.
 */
export function lineOrPause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const most = navigator.onLine ? ms : 30_000;
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      signal?.removeEventListener('abort', go);
      resolve();
    };
    const timer = setTimeout(go, most);
    window.addEventListener('online', go);
    signal?.addEventListener('abort', go);
  });
}
