import type { EndpointId } from '@wasl/contracts';
import { mutate } from 'swr';

import { answeredEarly, type CallKey, forgetEarly } from './early-calls.ts';

/** Milliseconds for which an answer that was handed over is not asked for again: those in which SWR itself asks once. */
const freshMs = 2000;
const handed = new Map<string, { readonly key: CallKey; readonly at: number }>();

/**
 * Keeps the answers of calls made early where screens look for them, so that the first drawing has them: a phone takes a
 * quarter of a second to draw a list, and would draw it twice. Waits for them at most `withinMs`.
 */
export async function handEarly(withinMs: number): Promise<void> {
  for (const [key, answer] of await answeredEarly(withinMs)) {
    await mutate(key, answer, { revalidate: false });
    handed.set(JSON.stringify(key), { key, at: performance.now() });
  }
}

/** Whether what a screen begins with was handed over a moment ago. */
export function isJustHanded(id: EndpointId, lang: string, input: unknown): boolean {
  if (handed.size === 0) return false;
  const one = handed.get(JSON.stringify([id, lang, input]));
  return one !== undefined && performance.now() - one.at < freshMs;
}

/**
 * Forgets what was asked early through these calls and what is still on its way, for something was written since. SWR finds
 * what to forget by the screens that read it: what no screen has taken yet it does not find.
 */
export async function forgetHanded(ids: readonly EndpointId[]): Promise<void> {
  forgetEarly();
  for (const [text, { key }] of handed) {
    if (!ids.includes(key[0])) continue;
    handed.delete(text);
    await mutate(key, undefined, { revalidate: false });
  }
}
