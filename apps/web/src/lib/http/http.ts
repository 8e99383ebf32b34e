import type { ConflictCode, CurrentOf, ErrorBody, ErrorCode } from '@wasl/contracts';

import { trackWork } from '../session/running-work.ts';
import { loadConfig } from './config.ts';
import { currentLanguage } from '../format/language.ts';
import { MissingFile } from './new-version.ts';
import { isUserActive } from './user-activity.ts';
import { updateServerTime } from './server-time.ts';
import { expireSession, storedToken } from '../session/session.ts';
import type { RawResponse } from './via-xhr.ts';

export type FieldErrors = NonNullable<ErrorBody['errors']>;

/** A failed call. `message` is the server's, in the user's language, or empty when the server did not answer. */
export class ApiError extends Error {
  // Fields without `declare` would add a helper for old browsers to each first load.

  /** HTTP status; 0 without an answer. */
  declare readonly status: number;
  declare readonly code: ErrorCode | 'NETWORK';
  declare readonly errors: FieldErrors;
  declare readonly details: unknown;
  /** Present state of a record that another user changed; see `currentOf`. */
  declare readonly current: ErrorBody['current'];
  declare readonly requestId: string | undefined;

  constructor(
    status: number,
    body: Partial<Omit<ErrorBody, 'code'>> & { code: ErrorCode | 'NETWORK' },
  ) {
    super(body.message ?? '');
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code;
    this.errors = body.errors ?? [];
    this.details = body.details;
    this.current = body.current;
    this.requestId = body.requestId;
  }
}

export function hasFieldFaults(error: unknown): boolean {
  return error instanceof ApiError && error.errors.length > 0;
}

export function isFieldFault(error: unknown, path: string): boolean {
  return (
    error instanceof ApiError &&
    error.errors.some((fault) => 'path' in fault && fault.path === path)
  );
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NOT_FOUND';
}

export function currentOf<C extends ConflictCode>(
  error: unknown,
  code: C,
): CurrentOf<C> | undefined {
  if (!(error instanceof ApiError) || error.code !== code) return undefined;
  // The contract ties the shape to the code.
  return error.current as CurrentOf<C> | undefined;
}

export type QueryValue = string | number | boolean | null | undefined;

export interface SendOptions {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Path below the base address, with its parameters filled in. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  /** FormData is sent as multipart, any other value as JSON. */
  readonly body?: unknown;
  /** The answer is bytes instead of JSON. */
  readonly binary?: boolean;
  readonly signal?: AbortSignal;
  /** Receives the uploaded share, 0–1. */
  readonly onProgress?: (share: number) => void;
  /** Polled in the background: the progress bar ignores it. */
  readonly isQuiet?: boolean;
  /** Completes the request after the page is left; its answer is ignored. */
  readonly keepalive?: boolean;
  /** A token other than the stored one, to check it before it is stored. */
  readonly token?: string;
}

export interface AdjacentPages {
  readonly previous: string | null;
  readonly next: string | null;
}

export interface ApiResponse<T> {
  readonly data: T;
  /** `x-total-count`, where the call answers it. */
  readonly total: number | undefined;
  /** Positions of the adjacent pages; absent where there is none or the call does not return them. */
  readonly adjacentPages: AdjacentPages;
  readonly filename: string | undefined;
}

export function queryText(query: SendOptions['query']): string {
  const text = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    for (const item of (Array.isArray(value) ? value : [value]) as QueryValue[]) {
      if (item !== undefined && item !== null && item !== '') text.append(key, String(item));
    }
  }
  const joined = text.toString();
  return joined === '' ? '' : `?${joined}`;
}

export function viaFetch(url: string, init: RequestInit): Promise<RawResponse> {
  return fetch(url, init).then((response) => ({
    status: response.status,
    header: (name) => response.headers.get(name),
    json: () => response.json() as Promise<unknown>,
    blob: () => response.blob(),
  }));
}

function filenameOf(disposition: string | null): string | undefined {
  if (disposition === null) return undefined;
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1];
}

export async function errorOf(answer: RawResponse): Promise<ApiError> {
  try {
    const body = (await answer.json()) as Partial<ErrorBody>;
    if (typeof body.code === 'string')
      return new ApiError(answer.status, { ...body, code: body.code });
  } catch {
    // The body has another shape, for instance a page of a proxy. The status is enough.
  }
  return new ApiError(answer.status, { code: answer.status === 503 ? 'UNAVAILABLE' : 'INTERNAL' });
}

/** Maps a failed request to the error that callers expect. A missing file of an older build stays as it is. */
export const toNetworkError = (cause: unknown): Error =>
  cause instanceof MissingFile ? cause : new ApiError(0, { code: 'NETWORK' });

/**
 * The last answers of polled calls by address, in memory only: the server forbids to store them. A page polls fewer
 * than 20.
 */
const polled = new Map<string, [tag: string, answer: ApiResponse<unknown>]>();

async function exchange(
  options: SendOptions,
  address: string,
  token: string | null,
  tag: string | undefined,
): Promise<RawResponse> {
  const { apiBaseUrl } = await loadConfig();
  const url = apiBaseUrl.replace(/\/$/, '') + address;
  const headers: Record<string, string> = {
    accept: options.binary === true ? '*/*' : 'application/json',
    'accept-language': currentLanguage(),
  };
  if (token !== null) {
    headers['authorization'] = `Bearer ${token}`;
    if (!isUserActive()) headers['x-wasl-quiet'] = '1';
  }
  if (tag !== undefined) headers['if-none-match'] = tag;
  const method = options.method.toUpperCase();
  try {
    if (options.body instanceof FormData) {
      // Loaded with the first multipart call.
      const { viaXhr } = await import('./via-xhr.ts');
      return await viaXhr(url, { method, headers, body: options.body }, options);
    }
    if (options.body !== undefined) headers['content-type'] = 'application/json';
    return await viaFetch(url, {
      method,
      headers,
      ...(options.body !== undefined ? { body: JSON.stringify(options.body) } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.keepalive === true ? { keepalive: true } : {}),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw toNetworkError(error);
  }
}

/**
 * Sends one request to the API. A 401 for the stored session ends that session.
 * @throws ApiError without a success status, or an `AbortError` when cancelled
 */
export function send<T>(options: SendOptions): Promise<ApiResponse<T>> {
  const work = async (): Promise<ApiResponse<T>> => {
    const token = options.token ?? storedToken();
    const address = options.path + queryText(options.query);
    const known = options.isQuiet === true ? polled.get(address) : undefined;
    const answer = await exchange(options, address, token, known?.[0]);
    updateServerTime(answer.header('date'));
    if (known && answer.status === 304) return known[1] as ApiResponse<T>;
    if (answer.status < 200 || answer.status > 299) {
      const error = await errorOf(answer);
      const isOfSession = options.token === undefined && token !== null && token === storedToken();
      // Ignores a 401 for a token that was replaced meanwhile, here or in another tab.
      if (error.code === 'UNAUTHENTICATED' && isOfSession) expireSession();
      throw error;
    }
    const total = answer.header('x-total-count');
    const isEmpty = answer.status === 204;
    const data =
      options.binary === true ? await answer.blob() : isEmpty ? null : await answer.json();
    const whole = {
      data: data as T,
      total: total === null ? undefined : Number(total),
      adjacentPages: {
        previous: answer.header('x-previous-position'),
        next: answer.header('x-next-position'),
      },
      filename: filenameOf(answer.header('content-disposition')),
    };
    const tag = answer.header('etag');
    if (options.isQuiet === true && tag !== null) {
      if (polled.size > 20) polled.clear();
      polled.set(address, [tag, whole]);
    }
    return whole;
  };
  return options.isQuiet === true ? work() : trackWork(work);
}
