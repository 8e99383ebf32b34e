import type { EndpointId } from '@wasl/contracts';

import { onlyPartners, type Row } from './row.ts';

const missingId = '00000000-0000-4000-8000-000000000000';

export const integrationRows = {
  listKeys: onlyPartners(404, 200, (c, fx) => c.get(`/partners/${String(fx.partnerP)}/keys`)),
  createKey: onlyPartners(404, 201, (c, fx) =>
    c.post(`/partners/${String(fx.partnerP)}/keys`, {
      name: 'ERP',
      scopes: ['requests:read'],
      days: 90,
    }),
  ),
  revokeKey: onlyPartners(404, 404, (c, fx) =>
    c.delete(`/partners/${String(fx.partnerP)}/keys/${missingId}`),
  ),
  confirmKey: onlyPartners(404, 404, (c, fx) =>
    c.post(`/partners/${String(fx.partnerP)}/keys/${missingId}/confirm`),
  ),
} satisfies Partial<Record<EndpointId, Row>>;
