import type { EndpointId, Endpoints, ResponseOf } from '@wasl/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import useSWR, { type SWRConfiguration } from 'swr';

import { useLanguage } from '../../i18n/use-language.ts';
import {
  call,
  type CallResponse,
  type CallInput,
  type CallOptions,
  fetchSender,
} from './api-client.ts';
import { takePrefetched } from './prefetch.ts';
import { isHydrated } from './hydrate-cache.ts';
import { ApiError, type AdjacentPages } from './http.ts';
import { useCodePrefetch } from './use-code-prefetch.ts';

export interface EndpointState<T> {
  readonly data: T | undefined;
  readonly total: number | undefined;
  /** Positions of the adjacent pages; undefined while the previous page is still shown. */
  readonly adjacentPages: AdjacentPages | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly isValidating: boolean;
  readonly reload: () => Promise<unknown>;
}

/** Whether a retry may help: after a lost connection or a 503, but not after a refusal. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/**
 * Reads through a call, cached by call, input and language. A null input sends nothing. The rows of the last page stay
 * while the next one loads.
 */
export function useEndpoint<Id extends EndpointId>(
  id: Id,
  input: CallInput<Id> | null,
  {
    isQuiet = false,
    ...options
  }: SWRConfiguration<CallResponse<Id>, unknown> & {
    /** Polled in the background: the progress bar ignores it. */
    readonly isQuiet?: boolean;
  } = {},
): EndpointState<ResponseOf<Endpoints[Id]>> {
  const lang = useLanguage();
  const key = input === null ? null : ([id, lang, input] as const);
  const { data, error, isLoading, isValidating, mutate } = useSWR<CallResponse<Id>, unknown>(
    key,
    () => {
      const asked = input as CallInput<Id>;
      return takePrefetched(id, asked) ?? call(id, asked, { isQuiet });
    },
    {
      keepPreviousData: true,
      revalidateOnFocus: false,
      errorRetryCount: 2,
      shouldRetryOnError: isTransient,
      ...(isHydrated(id, lang, input) ? { revalidateIfStale: false } : {}),
      ...options,
    },
  );
  const reload = useCallback(() => mutate(), [mutate]);
  return {
    data: data?.data,
    total: data?.total,
    adjacentPages: isLoading ? undefined : data?.adjacentPages,
    error,
    isLoading,
    isValidating,
    reload,
  };
}

export interface EndpointAction<Id extends EndpointId> {
  /** Makes the call. @throws ApiError, or `AbortError` after `cancel` */
  readonly run: (input: CallInput<Id>, options?: CallOptions) => Promise<CallResponse<Id>>;
  readonly isRunning: boolean;
  readonly progress: number;
  readonly cancel: () => void;
}

/** Writes through a call, with progress and `cancel`. Unmounting does not cancel the call. */
export function useEndpointAction<Id extends EndpointId>(id: Id): EndpointAction<Id> {
  const [isRunning, setRunning] = useState(false);
  const [progress, setProgress] = useState(0);
  const controller = useRef<AbortController>(undefined);
  const isMounted = useRef(false);
  useCodePrefetch(() => fetchSender(id));
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const run = useCallback<EndpointAction<Id>['run']>(
    async (input, options = {}) => {
      const own = new AbortController();
      controller.current = own;
      setRunning(true);
      setProgress(0);
      try {
        return await call(id, input, {
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
    [id],
  );
  const cancel = useCallback(() => {
    controller.current?.abort();
  }, []);
  return { run, isRunning, progress, cancel };
}
