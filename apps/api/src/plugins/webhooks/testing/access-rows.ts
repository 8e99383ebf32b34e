import type { EndpointIdOf } from '@wasl/contracts';

import type { Fixture } from '../../../testing/access/fixture.ts';
import { onlyPartners, type Row } from '../../../testing/access/row.ts';

const missingId = '00000000-0000-4000-8000-000000000000';

const webhooks = (fx: Fixture): string => `/partners/${String(fx.partnerP)}/webhooks`;

export const accessRows: Readonly<Record<EndpointIdOf<'webhooks'>, Row>> = {
  listWebhooks: onlyPartners(404, 200, (c, fx) => c.get(webhooks(fx))),
  createWebhook: onlyPartners(404, 201, (c, fx) =>
    c.post(webhooks(fx), {
      // An unassigned address (RFC 5737) would be refused. This one is public, and the test sends nothing to it.
      url: 'https://1.1.1.1/wasl',
      description: 'ERP',
      kinds: ['step.updated'],
    }),
  ),
  updateWebhook: onlyPartners(404, 404, (c, fx) =>
    c.put(`${webhooks(fx)}/${missingId}`, {
      url: 'https://1.1.1.1/wasl',
      description: 'ERP',
      kinds: ['step.updated'],
    }),
  ),
  setWebhookState: onlyPartners(404, 404, (c, fx) =>
    c.put(`${webhooks(fx)}/${missingId}/state`, { state: 'paused' }),
  ),
  confirmWebhook: onlyPartners(404, 404, (c, fx) => c.post(`${webhooks(fx)}/${missingId}/confirm`)),
  rotateWebhookSecret: onlyPartners(404, 404, (c, fx) =>
    c.post(`${webhooks(fx)}/${missingId}/secret`),
  ),
  deleteWebhook: onlyPartners(404, 404, (c, fx) => c.delete(`${webhooks(fx)}/${missingId}`)),
  testWebhook: onlyPartners(404, 404, (c, fx) => c.post(`${webhooks(fx)}/${missingId}/test`)),
  listDeliveries: onlyPartners(404, 404, (c, fx) =>
    c.get(`${webhooks(fx)}/${missingId}/deliveries`),
  ),
  replayDelivery: onlyPartners(404, 404, (c, fx) =>
    c.post(`${webhooks(fx)}/${missingId}/deliveries/${missingId}/replay`),
  ),
  replayFailed: onlyPartners(404, 404, (c, fx) =>
    c.post(`${webhooks(fx)}/${missingId}/replay`, { since: '2026-11-01' }),
  ),
};
