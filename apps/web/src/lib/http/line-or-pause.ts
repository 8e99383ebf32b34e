/**
 * Waits `ms`, or while the browser is offline until it is online again, and at most until `signal`. A browser may
 * wrongly report that it is offline, so that wait is limited to 30 s.
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
