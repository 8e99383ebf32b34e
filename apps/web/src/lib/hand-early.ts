import type { EndpointId } from '@wasl/contracts';
import { mutate } from 'swr';

import { answeredEarly } from './early-calls.ts';

/** Milliseconds for which an answer that was handed over is not asked for again: those in which SWR itself asks once. */
const freshMs = 2000;
const handed = new Map<string, number>();

/**
 * Keeps the answers of calls made early where screens look for them, so that the first drawing has them: a phone takes a
 * quarter of a second to draw a list, and would draw it twice. Waits for them at most `withinMs`.
 */
export async function handEarly(withinMs: number): Promise<void> {
  for (const [key, answer] of await answeredEarly(withinMs)) {
    await mutate(key, answer, { revalidate: false });
    handed.set(JSON.stringify(key), performance.now());
  }
}

/** Whether what a screen begins with was handed over a moment ago. */
export function isJustHanded(id: EndpointId, lang: string, input: unknown): boolean {
  if (handed.size === 0) return false;
  const at = handed.get(JSON.stringify([id, lang, input]));
  return at !== undefined && performance.now() - at < freshMs;
}
