import { useSyncExternalStore } from 'react';

/** Whether the server tells this browser of changes: then nothing has to be asked for again and again. */
let isLive = false;
const listeners = new Set<() => void>();

/** Notes whether the server tells of changes. */
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

/** Milliseconds between two questions while the server tells of changes: for what it could not tell. */
const rarelyMs = 5 * 60_000;

/**
 * How often to ask for what others may have changed: as given, and seldom while the server tells of it by itself.
 * @param liveMs how often then
 */
export function useEvery(ms: number, liveMs: number = rarelyMs): number {
  return useSyncExternalStore(subscribe, () => isLive) ? liveMs : ms;
}
