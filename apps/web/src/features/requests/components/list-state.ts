import type { CriterionInput } from '@wasl/contracts';

import { day, oneOf, sortBy, type StateOf, text, whole } from '../../../lib/url-state.ts';

/** Filter, sort and page of the list, as the address bar keeps them. */
export const listState = {
  number: text(),
  status: text(),
  from: day(),
  to: day(),
  sort: sortBy(['dateRequest', 'numRequest', 'status'], {
    field: 'dateRequest',
    direction: 'desc',
  }),
  page: whole(),
  size: oneOf([8, 15, 20]),
} as const;
export type ListFilter = Pick<StateOf<typeof listState>, 'number' | 'status' | 'from' | 'to'>;

export const noFilter: ListFilter = { number: '', status: '', from: null, to: null };

export function isFiltered(filter: ListFilter): boolean {
  return filter.number !== '' || filter.status !== '' || filter.from !== null || filter.to !== null;
}

/** The criteria of a filter; a day means from its start to its last second in UTC (portal.md §3). */
export function criteriaOf(filter: ListFilter): CriterionInput[] {
  const criteria: CriterionInput[] = [];
  const { number, status, from, to } = filter;
  if (number !== '') criteria.push({ key: 'numRequest', operation: 'CONTAINS', value: number });
  if (status !== '') criteria.push({ key: 'status', operation: 'EQUALS', value: status });
  if (from !== null) {
    const value = `${from}T00:00:00Z`;
    criteria.push({ key: 'startDate', operation: 'GREATHER_THAN_OR_EQUALS', value });
  }
  if (to !== null) {
    const value = `${to}T23:59:59Z`;
    criteria.push({ key: 'endDate', operation: 'LESS_THAN_OR_EQUALS', value });
  }
  return criteria;
}
