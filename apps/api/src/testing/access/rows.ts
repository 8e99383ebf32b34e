import type { EndpointId } from '@wasl/contracts';

import { accountRows } from './account-rows.ts';
import { integrationRows } from './integration-rows.ts';
import { requestRows } from './request-rows.ts';
import type { Row } from './row.ts';

/** One row for every call of the contract. */
export const accessRows: Record<EndpointId, Row> = {
  ...accountRows,
  ...integrationRows,
  ...requestRows,
};
