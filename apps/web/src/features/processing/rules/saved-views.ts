import { type SavedView, unsavedInViews } from '@wasl/contracts';

import { readState, type StateOf, writeState } from '../../../lib/routing/address-state.ts';
import { noWorklistFilter, worklistState } from './worklist-state.ts';

type State = StateOf<typeof worklistState>;

/** Members of the state that are positions instead of filters or sorts. */
const noPlace = { page: 0, step: 0, open: '', size: worklistState.size.initial, view: 0 } as const;

const unsaved = Object.fromEntries(
  unsavedInViews.map((member) => [member, noWorklistFilter[member]]),
);

/** Query of the present list for a view: equal filters and sorts give the same text. */
export function viewQuery(state: State): string {
  return writeState(
    worklistState,
    { ...state, ...unsaved, ...noPlace },
    new URLSearchParams(),
  ).toString();
}

/** Whether a filter is active that views do not store. */
export const hasUnsaved = (state: State): boolean =>
  unsavedInViews.some((member) => state[member] !== '');

/** Address of the list with a view's filter and sort, and the present page size. */
export function viewAddress({ id, query }: SavedView, { size }: State): string {
  const params = new URLSearchParams(query);
  return writeState(
    worklistState,
    { ...readState(worklistState, params), view: id, size },
    params,
  ).toString();
}

/** Normalises the query of a view saved by an earlier version of the client. */
const normalisedQuery = (view: SavedView): string =>
  viewQuery(readState(worklistState, new URLSearchParams(view.query)));

/** The view that matches the list, and the view of the address if the list was changed since. */
export function activeView(
  views: readonly SavedView[],
  state: State,
): { readonly current: SavedView | undefined; readonly left: SavedView | undefined } {
  const now = viewQuery(state);
  const begun = views.find(({ id }) => id === state.view);
  if (begun !== undefined && normalisedQuery(begun) !== now)
    return { current: undefined, left: begun };
  // Filters set by hand may match a view too.
  return { current: begun ?? views.find((view) => normalisedQuery(view) === now), left: undefined };
}
