import type { StateOf } from '../../../lib/routing/address-state.ts';
import { partQuery, worklistCriteriaOf, type worklistState } from './worklist-state.ts';

type State = StateOf<typeof worklistState>;

/** What the list asks `countWorklist`. */
export const countsInput = (state: State) => ({
  query: partQuery(state),
  body: worklistCriteriaOf(state),
});

/**
 * What the list asks `filterWorklist`.
 * @param position from where the page is read (`lib/routing/list-position.ts`); the first is always that of now
 */
export const worklistInput = (state: State, position: string | undefined) => ({
  query: {
    page: state.page,
    size: state.size,
    sort: `${state.sort.field},${state.sort.direction}`,
    ...partQuery(state),
    position: state.page === 0 ? undefined : position,
  },
  body: worklistCriteriaOf(state),
});
