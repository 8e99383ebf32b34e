import type { EndpointId } from '@wasl/contracts';
import { mutate } from 'swr';

import { forgetHanded } from './hand-early.ts';

/**
 * Forgets what was read through these calls, whatever their input: after a write that changes it, the
 * next page must not begin with what was true before. What is on screen is read again.
 */
export async function refresh(...ids: readonly EndpointId[]): Promise<void> {
  const isStale = (key: unknown) =>
    Array.isArray(key) && (ids as readonly unknown[]).includes(key[0]);
  await forgetHanded(ids);
  await mutate(isStale, undefined, { revalidate: true });
}

const listeners = new Set<() => unknown>();

/** Calls back when everything on the screen is read again. Returns how to stop that. */
export function onRefreshAll(listener: () => unknown): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Reads everything on the screen again: part of it is gone. */
export async function refreshAll(): Promise<void> {
  for (const listener of listeners) listener();
  await mutate(() => true);
}
