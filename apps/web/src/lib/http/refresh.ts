import type { EndpointId } from '@wasl/contracts';
import { mutate } from 'swr';

import { dropHydrated } from './hydrate-cache.ts';

/**
 * Invalidates all cached answers of these calls after a write. Visible ones are read again; the others are dropped, so
 * that the next page does not begin with stale data.
 */
export async function refresh(...ids: readonly EndpointId[]): Promise<void> {
  const isStale = (key: unknown) =>
    Array.isArray(key) && (ids as readonly unknown[]).includes(key[0]);
  await dropHydrated(ids);
  await mutate(isStale, undefined, { revalidate: true });
}

const listeners = new Set<(reading: Promise<unknown>) => unknown>();

/**
 * Calls back when everything on the screen is read again, with the end of the reading. A listener must not read
 * itself: SWR drops the earlier of two answers. @returns a function that unsubscribes
 */
export function onRefreshAll(listener: (reading: Promise<unknown>) => unknown): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Reads everything on the screen again after a part of it was deleted. */
export async function refreshAll(): Promise<void> {
  const reading = mutate(() => true);
  for (const listener of listeners) listener(reading);
  await reading;
}
