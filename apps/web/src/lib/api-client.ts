import type { BodyInputOf, Endpoint, ParamsInputOf, QueryInputOf, ResponseOf } from '@wasl/contracts';

import { type Answer, send, type SendOptions } from './http.ts';

type Part<K extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? Readonly<Partial<Record<K, T>>>
    : Readonly<Record<K, T>>;

/** Files of a multipart call, by the name of their field. */
export type Files = Readonly<Record<string, File | readonly File[] | undefined>>;

/** What a call takes: exactly the parts its contract declares. */
export type CallInput<E extends Endpoint> = Part<'params', ParamsInputOf<E>> &
  Part<'query', QueryInputOf<E>> &
  Part<'body', BodyInputOf<E>> & { readonly files?: Files };

export type CallOptions = Pick<SendOptions, 'signal' | 'onProgress' | 'token'>;

export interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly files?: Files;
}

/** The path of a call with its parameters in it, each encoded. */
export function pathOf(endpoint: Pick<Endpoint, 'path'>, params: LooseInput['params']): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params?.[name];
    if (value === undefined || value === null) throw new Error(`Missing parameter ${name}`);
    return encodeURIComponent(String(value as string | number));
  });
}

function multipartBody(endpoint: Endpoint, input: LooseInput): FormData {
  const form = new FormData();
  const json = new Set(endpoint.multipart?.jsonParts ?? []);
  for (const [name, value] of Object.entries((input.body ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null) continue;
    if (json.has(name)) {
      form.append(name, new Blob([JSON.stringify(value)], { type: 'application/json' }));
    } else {
      for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
        form.append(name, String(item as string | number));
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
 * Makes one call of the API, typed by its contract.
 * Answers `{data, total, filename}`; throws `ApiError`, or an `AbortError` when cancelled.
 */
export function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Answer<ResponseOf<E>>> {
  const parts = input as LooseInput;
  return send<ResponseOf<E>>({
    method: endpoint.method,
    path: pathOf(endpoint, parts.params),
    ...(parts.query ? { query: parts.query } : {}),
    ...(endpoint.multipart
      ? { body: multipartBody(endpoint, parts) }
      : parts.body !== undefined
        ? { body: parts.body }
        : {}),
    binary: 'contentTypes' in endpoint.response,
    ...options,
  });
}
