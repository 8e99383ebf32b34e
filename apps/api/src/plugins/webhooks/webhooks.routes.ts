import type { HandlersOf } from '../../platform/http/handler.ts';
import { webhooksService, type WebhooksDeps } from './webhooks.service.ts';

export function webhooksHandlers(deps: WebhooksDeps): HandlersOf<'webhooks'> {
  const webhooks = webhooksService(deps);
  return {
    listWebhooks: async ({ actor, params }) => ({ body: await webhooks.list(actor, params.id) }),
    createWebhook: async ({ actor, params, body }) => ({
      body: await webhooks.create(actor, params.id, body),
    }),
    updateWebhook: async ({ actor, params, body }) => ({
      body: await webhooks.update(actor, params.id, params.webhookId, body),
    }),
    setWebhookState: async ({ actor, params, body }) => ({
      body: await webhooks.setState(actor, params.id, params.webhookId, body.state),
    }),
    confirmWebhook: async ({ actor, params }) => ({
      body: await webhooks.confirm(actor, params.id, params.webhookId),
    }),
    rotateWebhookSecret: async ({ actor, params }) => ({
      body: await webhooks.rotate(actor, params.id, params.webhookId),
    }),
    deleteWebhook: async ({ actor, params }) => ({
      body: await webhooks.remove(actor, params.id, params.webhookId),
    }),
    testWebhook: async ({ actor, params }) => ({
      body: await webhooks.test(actor, params.id, params.webhookId),
    }),
    listDeliveries: async ({ actor, params }) => ({
      body: await webhooks.deliveries(actor, params.id, params.webhookId),
    }),
    replayDelivery: async ({ actor, params }) => ({
      body: await webhooks.replay(actor, params.id, params.webhookId, params.deliveryId),
    }),
    replayFailed: async ({ actor, params, body }) => ({
      body: await webhooks.replayFailed(actor, params.id, params.webhookId, body.since),
    }),
  };
}
