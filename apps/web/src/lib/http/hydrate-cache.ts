import type { EndpointId } from '@wasl/contracts';
import { mutate } from 'swr';

import { takeAnsweredPrefetches, type CallKey, dropPrefetched } from './prefetch.ts';

/** Milliseconds for which a hydrated answer counts as fresh; equal to SWR's deduplication interval. */
const freshMs = 2000;
const hydrated = new Map<string, { readonly key: CallKey; readonly at: number }>();

/**
 * Puts prefetched answers into the SWR cache before the first render, waiting `withinMs` at most. Otherwise a phone
 * renders a list twice, at a quarter of a second each.
 */
export async function hydrateCache(withinMs: number): Promise<void> {
  for (const [key, answer] of await takeAnsweredPrefetches(withinMs)) {
    await mutate(key, answer, { revalidate: false });
    hydrated.set(JSON.stringify(key), { key, at: performance.now() });
  }
}

/** Whether the initial data of a screen were hydrated within the last `freshMs`. */
export function isHydrated(id: EndpointId, lang: string, input: unknown): boolean {
  if (hydrated.size === 0) return false;
  const entry = hydrated.get(JSON.stringify([id, lang, input]));
  return entry !== undefined && performance.now() - entry.at < freshMs;
}

/**
 * Drops hydrated answers and pending prefetches of these calls after a write. SWR invalidates only keys that a mounted
 * screen reads.
 */
export async function dropHydrated(ids: readonly EndpointId[]): Promise<void> {
  dropPrefetched();
  for (const [text, { key }] of hydrated) {
    if (!ids.includes(key[0])) continue;
    hydrated.delete(text);
    await mutate(key, undefined, { revalidate: false });
  }
}
