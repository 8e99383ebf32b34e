import type {
  BodyInputOf,
  EndpointId,
  Endpoints,
  ParamsInputOf,
  QueryInputOf,
  ResponseOf,
} from '@wasl/contracts';
import wire from 'virtual:wasl/wire';

import { type Answer, send, type SendOptions } from './http.ts';

type Part<K extends string, T> = [T] extends [undefined]
  ? unknown
  : Partial<T> extends T
    ? Readonly<Partial<Record<K, T>>>
    : Readonly<Record<K, T>>;

/** Files of a multipart call, by the name of their field. */
export type Files = Readonly<Record<string, File | readonly File[] | undefined>>;

/** What a call takes: exactly the parts its contract declares. */
export type CallInput<Id extends EndpointId> = Part<'params', ParamsInputOf<Endpoints[Id]>> &
  Part<'query', QueryInputOf<Endpoints[Id]>> &
  Part<'body', BodyInputOf<Endpoints[Id]>> & { readonly files?: Files };

/** What a call answers. */
export type CallAnswer<Id extends EndpointId> = Answer<ResponseOf<Endpoints[Id]>>;

export type CallOptions = Pick<
  SendOptions,
  'signal' | 'onProgress' | 'token' | 'isQuiet' | 'keepalive'
>;

interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly files?: Files;
}

/** A path with its parameters in it, each encoded. */
export function pathOf(path: string, params: LooseInput['params']): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params?.[name];
    if (value === undefined || value === null) throw new Error(`Missing parameter ${name}`);
    return encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value));
  });
}

function multipartBody(jsonParts: readonly string[], input: LooseInput): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((input.body ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null) continue;
    if (jsonParts.includes(name)) {
      form.append(name, new Blob([JSON.stringify(value)], { type: 'application/json' }));
    } else {
      for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
        form.append(name, String(item));
      }
    }
  }
  for (const [name, value] of Object.entries(input.files ?? {})) {
    if (value === undefined) continue;
    for (const file of value instanceof File ? [value] : value) form.append(name, file, file.name);
  }
  return form;
}

/**
 * Makes one call of the API, named by its operation id and typed by its contract.
 * Answers `{data, total, filename}`; throws `ApiError`, or an `AbortError` when cancelled.
 */
export function call<Id extends EndpointId>(
  id: Id,
  input: CallInput<Id>,
  options: CallOptions = {},
): Promise<CallAnswer<Id>> {
  const entry = wire[id];
  const parts = input as LooseInput;
  return send<ResponseOf<Endpoints[Id]>>({
    method: entry.method,
    path: pathOf(entry.path, parts.params),
    ...(parts.query ? { query: parts.query } : {}),
    ...(entry.jsonParts
      ? { body: multipartBody(entry.jsonParts, parts) }
      : parts.body !== undefined
        ? { body: parts.body }
        : {}),
    binary: entry.isBinary === true,
    ...options,
  });
}
