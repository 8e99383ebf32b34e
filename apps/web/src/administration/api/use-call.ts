import type { AdministrationCallId } from '@wasl/contracts/administration';
import { useCallback } from 'react';
import useSWR, { mutate } from 'swr';

import { useLanguage } from '../../i18n/use-language.ts';
import { isTransient } from '../../lib/http/use-endpoint.ts';
import { call, type CallInput, type CallResponse } from './client.ts';

/** Reads through a call, cached by call, language and input. */
export function useCall<Id extends AdministrationCallId>(id: Id, input: CallInput<Id>) {
  const lang = useLanguage();
  const {
    data,
    error,
    isValidating,
    mutate: read,
  } = useSWR<CallResponse<Id>, unknown>([id, lang, input], () => call(id, input), {
    keepPreviousData: true,
    revalidateOnFocus: false,
    errorRetryCount: 2,
    shouldRetryOnError: isTransient,
  });
  const reload = useCallback(() => read(), [read]);
  return { data, error, isValidating, reload };
}

/** Reads these calls again after a write. */
export async function refresh(...ids: readonly AdministrationCallId[]): Promise<void> {
  await mutate(
    (key) => Array.isArray(key) && (ids as readonly unknown[]).includes(key[0]),
    undefined,
    { revalidate: true },
  );
}
