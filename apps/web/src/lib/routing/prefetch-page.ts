import type { EndpointId, Lang } from '@wasl/contracts';
import { mutate } from 'swr';

import { call, type CallInput } from '../http/api-client.ts';

type FetchPage = (pathname: string) => Promise<unknown>;
let fetchPage: FetchPage | undefined;

export function setPageLoader(fetch: FetchPage): void {
  fetchPage = fetch;
}

/**
 * Prefetches a page and its first data, so that it opens without a skeleton. Navigate after it resolves. The page
 * itself retries failed requests.
 */
export async function prefetchPage<Id extends EndpointId>(
  pathname: string,
  lang: Lang,
  id: Id,
  input: CallInput<Id>,
): Promise<void> {
  await Promise.allSettled([
    fetchPage?.(pathname),
    // The key of `useEndpoint`.
    mutate([id, lang, input], call(id, input), { revalidate: false }),
  ]);
}
