import type { StateOf } from '../../../lib/routing/address-state.ts';
import { criteriaOf } from '../../../domain/requests/request-filter.ts';
import type { listState } from './list-state.ts';

export const listInput = (state: StateOf<typeof listState>) => ({
  query: {
    page: state.page,
    size: state.size,
    sort: `${state.sort.field},${state.sort.direction}`,
  },
  body: criteriaOf(state),
});
