import type { RequestFilter } from '../../../lib/request-filter.ts';
import { day, oneOf, sortBy, text, whole } from '../../../lib/url-state.ts';

/** Filter, sort and page of the worklist, as the address bar keeps them. */
export const worklistState = {
  number: text(),
  from: day(),
  to: day(),
  sort: sortBy(['dateRequest', 'numRequest', 'percent'], {
    field: 'dateRequest',
    direction: 'desc',
  }),
  page: whole(),
  size: oneOf([8, 15, 20]),
} as const;

export const noFilter = { number: '', from: null, to: null } as const satisfies RequestFilter;
