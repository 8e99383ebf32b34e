import type { EndpointId } from '@wasl/contracts';

import { call, type CallAnswer, type CallInput } from './api-client.ts';
import { currentLanguage } from '../format/language.ts';
import { storedToken } from '../session/session.ts';

/** What a call is known by where its answer is kept: `useEndpoint` has the same. */
export type CallKey = readonly [EndpointId, string, unknown];

interface EarlyCall {
  readonly key: CallKey;
  readonly answer: Promise<unknown>;
  /** Of the session that asked: nobody else is given the answer. */
  readonly token: string | null;
  readonly askedAt: number;
}

/** Milliseconds for which an answer waits for its screen; later the screen asks anew. */
const waitsMs = 15_000;
const waiting = new Map<string, EarlyCall>();

/** Makes a call before the screen that will make it is there. A failure is the screen's to show. */
export function askEarly<Id extends EndpointId>(id: Id, input: CallInput<Id>): void {
  const answer = call(id, input);
  answer.catch(() => undefined);
  const key = [id, currentLanguage(), input] as const;
  const text = JSON.stringify(key);
  const asked = { key, answer, token: storedToken(), askedAt: performance.now() };
  waiting.set(text, asked);
  // What no screen has taken does not stay in memory.
  setTimeout(() => {
    if (waiting.get(text) === asked) waiting.delete(text);
  }, waitsMs);
}

/**
 * The call as it was made early with the same input, in the same language and by the same session; once, for what is asked
 * again is asked for something new. Undefined where there is none.
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
  // Under this key nothing but this call's answer is kept.
  return asked.answer as Promise<CallAnswer<Id>>;
}

/** Forgets them all: something was written since they were asked. */
export function forgetEarly(): void {
  waiting.clear();
}

/**
 * Takes the answers that are there within a number of milliseconds, of the present session, each with its key. What failed or
 * is still on its way is left for `takeEarly`.
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
