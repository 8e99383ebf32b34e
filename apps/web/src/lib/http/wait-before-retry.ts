/**
 * Waits `ms`, or while the browser is offline until it is online again, and at most until `signal`. A browser may
 * wrongly report that it is offline, so that wait is limited to 30 s.
 */
export function waitBeforeRetry(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const limitMs = navigator.onLine ? ms : 30_000;
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener('online', finish);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, limitMs);
    window.addEventListener('online', finish);
    signal?.addEventListener('abort', finish);
  });
}
