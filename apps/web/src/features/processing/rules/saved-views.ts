import { type SavedView, unsavedInViews } from '@wasl/contracts';

import { readState, type StateOf, writeState } from '../../../lib/routing/address-state.ts';
import { noWorklistFilter, worklistState } from './worklist-state.ts';

type State = StateOf<typeof worklistState>;

/** Members of the state that are where one stands, and no filter or sort. */
const noPlace = { page: 0, step: 0, open: '', size: worklistState.size.initial, view: 0 } as const;

const unsaved = Object.fromEntries(
  unsavedInViews.map((member) => [member, noWorklistFilter[member]]),
);

/** What a view would keep of the list as it is now: the same text for the same filter and sort. */
export function viewQuery(state: State): string {
  return writeState(
    worklistState,
    { ...state, ...unsaved, ...noPlace },
    new URLSearchParams(),
  ).toString();
}

/** Whether something is filtered that no view keeps. */
export const hasUnsaved = (state: State): boolean =>
  unsavedInViews.some((member) => state[member] !== '');

/** The address of the list with a view's filter and sort, as many rows a page as now. */
export function viewAddress({ id, query }: SavedView, { size }: State): string {
  const params = new URLSearchParams(query);
  return writeState(
    worklistState,
    { ...readState(worklistState, params), view: id, size },
    params,
  ).toString();
}

/** A view that was saved by an earlier version of the client reads as the list reads it today. */
const keptBy = (view: SavedView): string =>
  viewQuery(readState(worklistState, new URLSearchParams(view.query)));

/** The view that the list shows now, and the one that it began with and has left. */
export function viewInForce(
  views: readonly SavedView[],
  state: State,
): { readonly current: SavedView | undefined; readonly left: SavedView | undefined } {
  const now = viewQuery(state);
  const begun = views.find(({ id }) => id === state.view);
  if (begun !== undefined && keptBy(begun) !== now) return { current: undefined, left: begun };
  // Somebody who filters by hand may stand in a view as well.
  return { current: begun ?? views.find((view) => keptBy(view) === now), left: undefined };
}
