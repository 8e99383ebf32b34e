import { oneOf, sortBy, whole } from '../../../lib/routing/address-state.ts';

export const importsState = {
  kind: oneOf(['', 'REQUESTS', 'BENEFICIARIES']),
  sort: sortBy(['startedAt', 'imported'], { field: 'startedAt', direction: 'desc' }),
  page: whole(),
  size: oneOf([8, 15, 20]),
} as const;
