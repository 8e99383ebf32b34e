import type { Endpoint, ResponseOf } from '@wasl/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import useSWR, { type SWRConfiguration } from 'swr';

import { useLanguage } from '../i18n/use-language.ts';
import { call, type CallInput, type CallOptions } from './api-client.ts';
import { type Answer, ApiError } from './http.ts';

export interface EndpointState<T> {
  readonly data: T | undefined;
  readonly total: number | undefined;
  readonly error: unknown;
  /** Nothing to show yet: time for skeletons. */
  readonly isLoading: boolean;
  /** Also true while what is shown is being refreshed. */
  readonly isValidating: boolean;
  readonly reload: () => Promise<unknown>;
}

/** Whether asking again may help: a refusal stays a refusal, a lost connection may come back. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/**
 * Reads through a call, cached by call, input and language. `null` as input waits.
 * The rows of the last page stay while the next one loads.
 */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> | null,
  options: SWRConfiguration<Answer<ResponseOf<E>>, unknown> = {},
): EndpointState<ResponseOf<E>> {
  const lang = useLanguage();
  const key = input === null ? null : ([endpoint.id, lang, input] as const);
  const { data, error, isLoading, isValidating, mutate } = useSWR<Answer<ResponseOf<E>>, unknown>(
    key,
    () => call(endpoint, input as CallInput<E>),
    {
      keepPreviousData: true,
      revalidateOnFocus: false,
      errorRetryCount: 2,
      shouldRetryOnError: isTransient,
      ...options,
    },
  );
  const reload = useCallback(() => mutate(), [mutate]);
  return { data: data?.data, total: data?.total, error, isLoading, isValidating, reload };
}

export interface EndpointAction<E extends Endpoint> {
  /** Makes the call; rejects with `ApiError`, or `AbortError` after `cancel`. */
  readonly run: (input: CallInput<E>, options?: CallOptions) => Promise<Answer<ResponseOf<E>>>;
  readonly isRunning: boolean;
  /** Share of the upload already sent, 0–1. */
  readonly progress: number;
  readonly cancel: () => void;
}

/** Writes through a call, with its progress and a way to cancel it. Leaving the page cancels nothing. */
export function useEndpointAction<E extends Endpoint>(endpoint: E): EndpointAction<E> {
  const [isRunning, setRunning] = useState(false);
  const [progress, setProgress] = useState(0);
  const controller = useRef<AbortController>(undefined);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const run = useCallback<EndpointAction<E>['run']>(
    async (input, options = {}) => {
      const own = new AbortController();
      controller.current = own;
      setRunning(true);
      setProgress(0);
      try {
        return await call(endpoint, input, {
          signal: own.signal,
          onProgress: (share) => {
            if (isMounted.current) setProgress(share);
            options.onProgress?.(share);
          },
          ...(options.token === undefined ? {} : { token: options.token }),
        });
      } finally {
        if (isMounted.current) setRunning(false);
      }
    },
    [endpoint],
  );
  const cancel = useCallback(() => {
    controller.current?.abort();
  }, []);
  return { run, isRunning, progress, cancel };
}
