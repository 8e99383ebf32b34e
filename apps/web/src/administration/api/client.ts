import {
  administrationCalls,
  type AdministrationCall,
  type AdministrationCallId,
  type AdministrationCallsById,
} from '@wasl/contracts/administration';
import type { z } from 'zod';

import { currentLanguage } from '../../lib/format/language.ts';
import { pathOf } from '../../lib/http/api-client.ts';
import { ApiError, errorOf, queryText, viaFetch } from '../../lib/http/http.ts';
import { updateServerTime } from '../../lib/http/server-time.ts';
import { trackWork } from '../../lib/session/running-work.ts';

type Part<C, K extends string> =
  C extends Readonly<Record<K, infer S extends z.ZodType>>
    ? Partial<z.input<S>> extends z.input<S>
      ? Readonly<Partial<Record<K, z.input<S>>>>
      : Readonly<Record<K, z.input<S>>>
    : unknown;

export type CallInput<Id extends AdministrationCallId> = Part<
  AdministrationCallsById[Id],
  'params'
> &
  Part<AdministrationCallsById[Id], 'query'> &
  Part<AdministrationCallsById[Id], 'body'>;

export type CallResponse<Id extends AdministrationCallId> =
  AdministrationCallsById[Id] extends Readonly<Record<'response', infer S extends z.ZodType>>
    ? z.output<S>
    : never;

/** The address of a call that answers with a file. */
export const fileAddress = (path: `/${string}`): string => `/api/admin${path}`;

interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

let answeredAt = Date.now();
/** When the server last answered a call of a session, in milliseconds since 1970. Each answer extends the session. */
export const lastAnsweredAt = (): number => answeredAt;
export function noteAnswer(): void {
  answeredAt = Date.now();
}

const endListeners = new Set<() => void>();
/** Calls back when a call finds that the session has ended. @returns a function that unsubscribes */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => {
    endListeners.delete(listener);
  };
}

async function exchange(call: AdministrationCall, input: LooseInput): Promise<unknown> {
  const [method = '', path = ''] = call.route.split(' ');
  const address = `/api/admin${pathOf(path, input.params)}${queryText(input.query)}`;
  const hasBody = input.body !== undefined;
  const answer = await viaFetch(address, {
    method,
    headers: {
      accept: 'application/json',
      'accept-language': currentLanguage(),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(input.body) }),
  }).catch(() => {
    throw new ApiError(0, { code: 'NETWORK' });
  });
  updateServerTime(answer.header('date'));
  if (answer.status < 200 || answer.status > 299) throw await errorOf(answer);
  return await answer.json();
}

/** Makes one call of the administration, and checks its answer. @throws ApiError */
export function call<Id extends AdministrationCallId>(
  id: Id,
  input: CallInput<Id>,
): Promise<CallResponse<Id>> {
  const wire: AdministrationCall = administrationCalls[id];
  return trackWork(async () => {
    try {
      const answer = wire.response?.parse(await exchange(wire, input as LooseInput));
      if (wire.isBeforeSignIn !== true) noteAnswer();
      return answer as CallResponse<Id>;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'UNAUTHENTICATED')
        for (const listener of endListeners) listener();
      throw error;
    }
  });
}
