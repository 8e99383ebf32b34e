import type { StateOf } from '../../../lib/routing/address-state.ts';
import { tabQuery, worklistCriteriaOf, type worklistState } from './worklist-state.ts';

type State = StateOf<typeof worklistState>;

export const countsInput = (state: State) => ({
  query: tabQuery(state),
  body: worklistCriteriaOf(state),
});

/**
 * Input of `filterWorklist` for the list.
 * @param position cursor of the page (`lib/routing/list-position.ts`); ignored for the first page
 */
export const worklistInput = (state: State, position: string | undefined) => ({
  query: {
    page: state.page,
    size: state.size,
    sort: `${state.sort.field},${state.sort.direction}`,
    ...tabQuery(state),
    position: state.page === 0 ? undefined : position,
  },
  body: worklistCriteriaOf(state),
});
