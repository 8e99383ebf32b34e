import type { AdjacentPages } from '../http/http.ts';

/**
 * Reads the cursor of a list page from a history entry. Back and a reload then show the same rows, as quickly as the
 * first page. A shared address has only the page number.
 * @param state the entry's state
 * @returns undefined when no cursor is stored
 */
export function positionIn(state: unknown): string | undefined {
  const position = (state as { position?: unknown } | null | undefined)?.position;
  return typeof position === 'string' ? position : undefined;
}

/** Cursor of the browser's present entry, before the router has navigated. */
export const currentPosition = (): string | undefined =>
  positionIn((window.history.state as { usr?: unknown } | null)?.usr);

/** History state for a page change: the cursor, when the page is the next or the previous one. */
export function pageChangeState(
  change: { readonly page?: number },
  page: number,
  adjacentPages: AdjacentPages | undefined,
): { readonly state: { readonly position: string | null | undefined } } {
  const step = (change.page ?? page) - page;
  return {
    state: {
      position:
        step === 1 ? adjacentPages?.next : step === -1 ? adjacentPages?.previous : undefined,
    },
  };
}
