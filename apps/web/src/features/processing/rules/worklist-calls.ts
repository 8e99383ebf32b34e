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

/** Input of `getToday` for the page; the strip above the list needs no files. */
export const todayInput = { query: { files: 3 } };
export const todayCounts = { query: { files: 0 } };

/** Input of `searchJourneyDefs` for the filter: also journeys that are closed now, because requests of theirs remain. */
export const allJourneys = { query: { size: 200 }, body: { active: '' as const } };
