import type { EndpointId } from '@wasl/contracts';

import { call, type CallAnswer, type CallInput } from './api-client.ts';
import { currentLanguage } from '../format/language.ts';
import { storedToken } from '../session/session.ts';

/** Cache key of a call; `useEndpoint` uses the same. */
export type CallKey = readonly [EndpointId, string, unknown];

interface EarlyCall {
  readonly key: CallKey;
  readonly answer: Promise<unknown>;
  /** Token of the session that asked; another session does not receive the answer. */
  readonly token: string | null;
  readonly askedAt: number;
}

/** Milliseconds for which a prefetched answer is valid; later the screen asks again. */
const waitsMs = 15_000;
const waiting = new Map<string, EarlyCall>();

/** Prefetches a call for a screen that is not mounted yet. The screen handles a failure. */
export function askEarly<Id extends EndpointId>(id: Id, input: CallInput<Id>): void {
  const answer = call(id, input);
  answer.catch(() => undefined);
  const key = [id, currentLanguage(), input] as const;
  const text = JSON.stringify(key);
  const asked = { key, answer, token: storedToken(), askedAt: performance.now() };
  waiting.set(text, asked);
  // Frees the memory of an answer that no screen took.
  setTimeout(() => {
    if (waiting.get(text) === asked) waiting.delete(text);
  }, waitsMs);
}

/**
 * Takes the prefetched call with the same input, language and session. An answer is taken once, because a second
 * request expects fresh data.
 * @returns undefined when there is none
 */
export function takeEarly<Id extends EndpointId>(
  id: Id,
  input: CallInput<Id>,
): Promise<CallAnswer<Id>> | undefined {
  const text = JSON.stringify([id, currentLanguage(), input]);
  const asked = waiting.get(text);
  waiting.delete(text);
  if (asked?.token !== storedToken() || performance.now() - asked.askedAt > waitsMs)
    return undefined;
  return asked.answer as Promise<CallAnswer<Id>>;
}

/** Drops all prefetches, because a write made them stale. */
export function forgetEarly(): void {
  waiting.clear();
}

/**
 * Takes the present session's answers that arrive within `withinMs`, each with its key. Failed and pending calls stay
 * available to `takeEarly`.
 */
export async function answeredEarly(withinMs: number): Promise<(readonly [CallKey, unknown])[]> {
  const answered: (readonly [CallKey, unknown])[] = [];
  let isOver = false;
  const all = [...waiting].map(async ([text, { key, answer, token }]) => {
    const data = await answer;
    if (isOver || token !== storedToken() || !waiting.delete(text)) return;
    answered.push([key, data]);
  });
  if (all.length > 0) {
    const late = new Promise((tell) => {
      setTimeout(tell, withinMs);
    });
    await Promise.race([Promise.allSettled(all), late]);
  }
  isOver = true;
  return answered;
}
