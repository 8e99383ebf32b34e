import type { PagesBeside } from '../http/http.ts';

/**
 * From where a page of a long list is read, as its entry in the history keeps it: Back and a reload find the same rows, and as
 * quickly as the first page. An address that is passed on has the number of the page alone. Undefined where nothing is kept.
 * @param state the entry's state
 */
export function positionIn(state: unknown): string | undefined {
  const position = (state as { position?: unknown } | null | undefined)?.position;
  return typeof position === 'string' ? position : undefined;
}

/** The position of the entry that the browser shows, for whom the router has not arrived yet. */
export const positionHere = (): string | undefined =>
  positionIn((window.history.state as { usr?: unknown } | null)?.usr);

/** What the history is told of a change of the list: from where the page is read, where it is the next or the one before. */
export function towards(
  change: { readonly page?: number },
  page: number,
  beside: PagesBeside | undefined,
): { readonly state: { readonly position: string | null | undefined } } {
  const step = (change.page ?? page) - page;
  return {
    state: {
      position: step === 1 ? beside?.next : step === -1 ? beside?.previous : undefined,
    },
  };
}
