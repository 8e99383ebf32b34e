import type { EndpointId, Lang } from '@wasl/contracts';
import { mutate } from 'swr';

import { call, type CallInput } from '../http/api-client.ts';

type FetchPage = (pathname: string) => Promise<unknown>;
let fetchPage: FetchPage | undefined;

/** The app knows which file a page is in; it says so here once. */
export function providePages(fetch: FetchPage): void {
  fetchPage = fetch;
}

/**
 * Fetches a page and what it reads first, so that it opens without an empty frame: the address can be gone to when this
 * is over. What cannot be fetched now is asked for again by the page itself.
 */
export async function fetchAhead<Id extends EndpointId>(
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
