import type { EndpointId } from '@wasl/contracts';

import type { Fixture } from './fixture.ts';
import { onlyPartners, type Row } from './row.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

const webhooks = (fx: Fixture): string => `/partners/${String(fx.partnerP)}/webhooks`;

/** Of keys and webhooks of an organisation. */
export const integrationRows = {
  listKeys: {
    call: (c, fx) => c.get(`/partners/${String(fx.partnerP)}/keys`),
    statuses: onlyPartners(404, 200),
  },
  createKey: {
    call: (c, fx) =>
      c.post(`/partners/${String(fx.partnerP)}/keys`, {
        name: 'ERP',
        scopes: ['requests:read'],
        days: 90,
      }),
    statuses: onlyPartners(404, 201),
  },
  revokeKey: {
    call: (c, fx) => c.delete(`/partners/${String(fx.partnerP)}/keys/${nobody}`),
    statuses: onlyPartners(404, 404),
  },
  listWebhooks: {
    call: (c, fx) => c.get(webhooks(fx)),
    statuses: onlyPartners(404, 200),
  },
  createWebhook: {
    call: (c, fx) =>
      c.post(webhooks(fx), {
        // An address of nobody's (RFC 5737) would be refused; this one is public, and nothing is sent to it here.
        url: 'https://1.1.1.1/wasl',
        description: 'ERP',
        kinds: ['step.updated'],
      }),
    statuses: onlyPartners(404, 201),
  },
  updateWebhook: {
    call: (c, fx) =>
      c.put(`${webhooks(fx)}/${nobody}`, {
        url: 'https://1.1.1.1/wasl',
        description: 'ERP',
        kinds: ['step.updated'],
      }),
    statuses: onlyPartners(404, 404),
  },
  setWebhookState: {
    call: (c, fx) => c.put(`${webhooks(fx)}/${nobody}/state`, { state: 'paused' }),
    statuses: onlyPartners(404, 404),
  },
  rotateWebhookSecret: {
    call: (c, fx) => c.post(`${webhooks(fx)}/${nobody}/secret`),
    statuses: onlyPartners(404, 404),
  },
  deleteWebhook: {
    call: (c, fx) => c.delete(`${webhooks(fx)}/${nobody}`),
    statuses: onlyPartners(404, 404),
  },
  testWebhook: {
    call: (c, fx) => c.post(`${webhooks(fx)}/${nobody}/test`),
    statuses: onlyPartners(404, 404),
  },
  listDeliveries: {
    call: (c, fx) => c.get(`${webhooks(fx)}/${nobody}/deliveries`),
    statuses: onlyPartners(404, 404),
  },
  replayDelivery: {
    call: (c, fx) => c.post(`${webhooks(fx)}/${nobody}/deliveries/${nobody}/replay`),
    statuses: onlyPartners(404, 404),
  },
  replayFailed: {
    call: (c, fx) => c.post(`${webhooks(fx)}/${nobody}/replay`, { since: '2026-11-01' }),
    statuses: onlyPartners(404, 404),
  },
} satisfies Partial<Record<EndpointId, Row>>;
