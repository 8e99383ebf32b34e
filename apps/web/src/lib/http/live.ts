import { useSyncExternalStore } from 'react';

/** Whether this browser receives the server's changes, so that polling is unnecessary. */
let isLive = false;
const listeners = new Set<() => void>();

export function setLive(next: boolean): void {
  if (next === isLive) return;
  isLive = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Milliseconds between two polls while changes arrive; covers missed events. */
const rarelyMs = 5 * 60_000;

/**
 * Returns the polling interval for data that other users change.
 * @param ms interval without the change stream
 * @param liveMs interval with the change stream
 */
export function useEvery(ms: number, liveMs: number = rarelyMs): number {
  return useSyncExternalStore(subscribe, () => isLive) ? liveMs : ms;
}
