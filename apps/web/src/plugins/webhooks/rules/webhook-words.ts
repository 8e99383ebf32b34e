import type { DeliveryView, WebhookView } from '@wasl/contracts/plugins/webhooks';

import type { StatusTone } from '../../../ui/status-tag.tsx';

/** Catalogue key of each kind below `webhooks.kind`: i18next reads a dot as a level. */
export const kindWords = {
  'step.assigned': 'assigned',
  'step.turn_came': 'turnCame',
  'step.updated': 'updated',
  'step.reopened': 'reopened',
  'step.document_received': 'documentReceived',
  'step.message_received': 'messageReceived',
  'request.updated': 'requestUpdated',
  'request.withdrawn': 'requestWithdrawn',
  'webhook.test': 'test',
} as const satisfies Record<DeliveryView['kind'], string>;

export const webhookTones = {
  active: 'done',
  paused: 'waiting',
  off: 'danger',
} as const satisfies Record<WebhookView['state'], StatusTone>;

export const deliveryTones = {
  delivered: 'done',
  waiting: 'waiting',
  failed: 'danger',
} as const satisfies Record<DeliveryView['state'], StatusTone>;
