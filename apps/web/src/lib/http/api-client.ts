import type {
  BodyInputOf,
  EndpointId,
  Endpoints,
  ParamsInputOf,
  QueryInputOf,
  ResponseOf,
} from '@wasl/contracts';
import wire from 'virtual:wasl/wire';

import { type ApiResponse, toNetworkError, send, type SendOptions } from './http.ts';
import type { Files } from '../uploads/sent-files.ts';

type Part<K extends string, T> = [T] extends [undefined]
  ? unknown
  : Partial<T> extends T
    ? Readonly<Partial<Record<K, T>>>
    : Readonly<Record<K, T>>;

export type CallInput<Id extends EndpointId> = Part<'params', ParamsInputOf<Endpoints[Id]>> &
  Part<'query', QueryInputOf<Endpoints[Id]>> &
  Part<'body', BodyInputOf<Endpoints[Id]>> & { readonly files?: Files };

export type CallResponse<Id extends EndpointId> = ApiResponse<ResponseOf<Endpoints[Id]>>;

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

export function pathOf(path: string, params: LooseInput['params']): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params?.[name];
    if (value === undefined || value === null) throw new Error(`Missing parameter ${name}`);
    return encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value));
  });
}

/** Makes one call to the API, typed by its contract. @throws ApiError, or an `AbortError` when cancelled */
export function call<Id extends EndpointId>(
  id: Id,
  input: CallInput<Id>,
  options: CallOptions = {},
): Promise<CallResponse<Id>> {
  const entry = wire[id];
  const parts = input as LooseInput;
  const request = {
    method: entry.method,
    path: pathOf(entry.path, parts.params),
    ...(parts.query ? { query: parts.query } : {}),
    binary: entry.isBinary === true,
    ...options,
  };
  const { jsonParts } = entry;
  if (jsonParts === undefined)
    return send({ ...request, ...(parts.body === undefined ? {} : { body: parts.body }) });
  return senderOfFiles().then(
    ({ sendMultipart }) => sendMultipart(request, jsonParts, parts),
    (error: unknown) => {
      throw toNetworkError(error);
    },
  );
}

// Loaded on demand: the first page sends no files.
const senderOfFiles = () => import('./send-multipart.ts');

/** Prefetches the sender of a call that may carry files, so that submitting its form does not wait for it. */
export function fetchSender(id: EndpointId): void {
  if (wire[id].jsonParts === undefined) return;
  for (const load of [
    senderOfFiles,
    () => import('./via-xhr.ts'),
    () => import('../uploads/upload-files-in-parts.ts'),
  ])
    load().catch(() => undefined);
}
