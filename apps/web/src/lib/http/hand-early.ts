import type { EndpointId } from '@wasl/contracts';
import { mutate } from 'swr';

import { answeredEarly, type CallKey, forgetEarly } from './early-calls.ts';

/** Milliseconds for which a hydrated answer counts as fresh; equal to SWR's deduplication interval. */
const freshMs = 2000;
const handed = new Map<string, { readonly key: CallKey; readonly at: number }>();

/**
 * Puts prefetched answers into the SWR cache before the first render, waiting `withinMs` at most. Otherwise a phone
 * renders a list twice, at a quarter of a second each.
 */
export async function handEarly(withinMs: number): Promise<void> {
  for (const [key, answer] of await answeredEarly(withinMs)) {
    await mutate(key, answer, { revalidate: false });
    handed.set(JSON.stringify(key), { key, at: performance.now() });
  }
}

/** Whether the initial data of a screen were hydrated within the last `freshMs`. */
export function isJustHanded(id: EndpointId, lang: string, input: unknown): boolean {
  if (handed.size === 0) return false;
  const one = handed.get(JSON.stringify([id, lang, input]));
  return one !== undefined && performance.now() - one.at < freshMs;
}

/**
 * Drops hydrated answers and pending prefetches of these calls after a write. SWR invalidates only keys that a mounted
 * screen reads.
 */
export async function forgetHanded(ids: readonly EndpointId[]): Promise<void> {
  forgetEarly();
  for (const [text, { key }] of handed) {
    if (!ids.includes(key[0])) continue;
    handed.delete(text);
    await mutate(key, undefined, { revalidate: false });
  }
}
