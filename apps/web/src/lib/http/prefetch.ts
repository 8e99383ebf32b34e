import type { EndpointId } from '@wasl/contracts';

import { call, type CallResponse, type CallInput } from './api-client.ts';
import { currentLanguage } from '../format/language.ts';
import { storedToken } from '../session/session.ts';

/** Cache key of a call; `useEndpoint` uses the same. */
export type CallKey = readonly [EndpointId, string, unknown];

interface PrefetchedCall {
  readonly key: CallKey;
  readonly answer: Promise<unknown>;
  /** Token of the session that made the call; another session does not receive the answer. */
  readonly token: string | null;
  readonly startedAt: number;
}

/** Milliseconds for which a prefetched answer is valid; later the screen asks again. */
const validMs = 15_000;
const prefetches = new Map<string, PrefetchedCall>();

/** Prefetches a call for a screen that is not mounted yet. The screen handles a failure. */
export function prefetch<Id extends EndpointId>(id: Id, input: CallInput<Id>): void {
  const answer = call(id, input);
  answer.catch(() => undefined);
  const key = [id, currentLanguage(), input] as const;
  const text = JSON.stringify(key);
  const prefetched = { key, answer, token: storedToken(), startedAt: performance.now() };
  prefetches.set(text, prefetched);
  // Frees the memory of an answer that no screen took.
  setTimeout(() => {
    if (prefetches.get(text) === prefetched) prefetches.delete(text);
  }, validMs);
}

/**
 * Takes the prefetched call with the same input, language and session. An answer is taken once, because a second
 * request expects fresh data.
 * @returns undefined when there is none
 */
export function takePrefetched<Id extends EndpointId>(
  id: Id,
  input: CallInput<Id>,
): Promise<CallResponse<Id>> | undefined {
  const text = JSON.stringify([id, currentLanguage(), input]);
  const prefetched = prefetches.get(text);
  prefetches.delete(text);
  if (prefetched?.token !== storedToken() || performance.now() - prefetched.startedAt > validMs)
    return undefined;
  return prefetched.answer as Promise<CallResponse<Id>>;
}

/** Drops all prefetches, because a write made them stale. */
export function dropPrefetched(): void {
  prefetches.clear();
}

/**
 * Takes the present session's answers that arrive within `withinMs`, each with its key. Failed and pending calls stay
 * available to `takePrefetched`.
 */
export async function takeAnsweredPrefetches(
  withinMs: number,
): Promise<(readonly [CallKey, unknown])[]> {
  const answered: (readonly [CallKey, unknown])[] = [];
  let isOver = false;
  const all = [...prefetches].map(async ([text, { key, answer, token }]) => {
    const data = await answer;
    if (isOver || token !== storedToken() || !prefetches.delete(text)) return;
    answered.push([key, data]);
  });
  if (all.length > 0) {
    const timeout = new Promise((resolve) => {
      setTimeout(resolve, withinMs);
    });
    await Promise.race([Promise.allSettled(all), timeout]);
  }
  isOver = true;
  return answered;
}
