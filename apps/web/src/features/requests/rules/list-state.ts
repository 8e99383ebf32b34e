import type { RequestFilter } from '../../../domain/requests/request-filter.ts';
import { day, oneOf, sortBy, text, whole } from '../../../lib/routing/address-state.ts';

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
export type ListFilter = Required<RequestFilter>;

export const noFilter: ListFilter = { number: '', status: '', from: null, to: null };
