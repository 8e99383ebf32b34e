import type { StateOf } from '../../../lib/address-state.ts';
import { partQuery, worklistCriteriaOf, type worklistState } from './worklist-state.ts';

type State = StateOf<typeof worklistState>;

/** What the list asks `countWorklist`. */
export const countsInput = (state: State) => ({
  query: partQuery(state),
  body: worklistCriteriaOf(state),
});

/** What the list asks `filterWorklist`. */
export const worklistInput = (state: State) => ({
  query: {
    page: state.page,
    size: state.size,
    sort: `${state.sort.field},${state.sort.direction}`,
    ...partQuery(state),
  },
  body: worklistCriteriaOf(state),
});
