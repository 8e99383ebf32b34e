import { useSyncExternalStore } from 'react';

/** Whether this browser receives the server's changes, so that polling is unnecessary. */
let isStreamConnected = false;
const listeners = new Set<() => void>();

export function setStreamConnected(next: boolean): void {
  if (next === isStreamConnected) return;
  isStreamConnected = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Milliseconds between two polls while changes arrive; covers missed events. */
const fallbackPollMs = 5 * 60_000;

/**
 * Returns the polling interval for data that other users change.
 * @param ms interval without the change stream
 * @param streamMs interval with the change stream
 */
export function usePollingInterval(ms: number, streamMs: number = fallbackPollMs): number {
  return useSyncExternalStore(subscribe, () => isStreamConnected) ? streamMs : ms;
}
