import type { EndpointIdOf } from '@wasl/contracts';

import type { Fixture } from '../../../testing/access/fixture.ts';
import { onlyPartners, type Row } from '../../../testing/access/row.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

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
    c.put(`${webhooks(fx)}/${nobody}`, {
      url: 'https://1.1.1.1/wasl',
      description: 'ERP',
      kinds: ['step.updated'],
    }),
  ),
  setWebhookState: onlyPartners(404, 404, (c, fx) =>
    c.put(`${webhooks(fx)}/${nobody}/state`, { state: 'paused' }),
  ),
  confirmWebhook: onlyPartners(404, 404, (c, fx) => c.post(`${webhooks(fx)}/${nobody}/confirm`)),
  rotateWebhookSecret: onlyPartners(404, 404, (c, fx) =>
    c.post(`${webhooks(fx)}/${nobody}/secret`),
  ),
  deleteWebhook: onlyPartners(404, 404, (c, fx) => c.delete(`${webhooks(fx)}/${nobody}`)),
  testWebhook: onlyPartners(404, 404, (c, fx) => c.post(`${webhooks(fx)}/${nobody}/test`)),
  listDeliveries: onlyPartners(404, 404, (c, fx) => c.get(`${webhooks(fx)}/${nobody}/deliveries`)),
  replayDelivery: onlyPartners(404, 404, (c, fx) =>
    c.post(`${webhooks(fx)}/${nobody}/deliveries/${nobody}/replay`),
  ),
  replayFailed: onlyPartners(404, 404, (c, fx) =>
    c.post(`${webhooks(fx)}/${nobody}/replay`, { since: '2026-11-01' }),
  ),
};
