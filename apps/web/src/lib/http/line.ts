import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let waiting = 0;

const announce = () => {
  for (const listener of listeners) listener();
};

/** Says while `work` lasts that something waits for the line. */
export async function whileWaiting<T>(work: Promise<T>): Promise<T> {
  waiting += 1;
  announce();
  try {
    return await work;
  } finally {
    waiting -= 1;
    announce();
  }
}

/** Whether something waits until the line is back. */
export function useLineWaits(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting > 0,
  );
}

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
