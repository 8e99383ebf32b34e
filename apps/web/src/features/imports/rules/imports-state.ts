import { oneOf, sortBy, whole } from '../../../lib/routing/address-state.ts';

/** State of the import history in the address: filter, sort and page. */
export const importsState = {
  kind: oneOf(['', 'REQUESTS', 'BENEFICIARIES']),
  sort: sortBy(['startedAt', 'imported'], { field: 'startedAt', direction: 'desc' }),
  page: whole(),
  size: oneOf([8, 15, 20]),
} as const;
