import { z } from 'zod';

import { defineArea } from '../../http/area.ts';
import { someOf } from '../../integrations/some-of.ts';
import { line, v } from '../../wire/text.ts';
import { parseUrl } from '../../wire/url.ts';
import { id } from '../../wire/values.ts';

/** Maximum addresses of one organisation. */
export const maxWebhooks = 10;
export const webhookUrlLength = 500;
export const webhookDescriptionLength = 80;
/** Number of displayed deliveries, newest first. */
export const deliveriesShown = 50;
/** Hours for which the previous secret also signs messages. */
export const secretOverlapHours = 24;
/** Maximum waiting messages of one address; older ones are dropped. */
export const mostWaiting = 10_000;
/** Days after which a due message is dropped, for example of a paused address. */
export const waitsAtMostDays = 7;
export const deliveryRetentionDays = 30;

/** Kinds of events (docs/integrations.md). */
export const webhookKinds = [
  'step.assigned',
  'step.turn_came',
  'step.updated',
  'step.reopened',
  'step.document_received',
  'step.message_received',
  'request.updated',
  'request.withdrawn',
] as const;
export type WebhookKind = (typeof webhookKinds)[number];
/** Sent at a responsable's request, to any address. */
export const testKind = 'webhook.test';

export const webhookStates = ['active', 'paused', 'off'] as const;
export const webhookOffReasons = ['GONE', 'FAILING', 'ADMINISTRATOR', 'MAKER_LEFT'] as const;

/** An address for the responsables of its organisation, without its secret. */
export const webhookView = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  kinds: z.array(z.enum(webhookKinds)),
  state: z.enum(webhookStates),
  /** Only where it is `off`. */
  offReason: z.enum(webhookOffReasons).nullable(),
  /** Start of the state, null for `active`. All instants here are ISO. */
  since: z.string().nullable(),
  createdAt: z.string(),
  /** Name of its maker; null for an erased account. */
  createdBy: z.string().nullable(),
  /** Name of the responsable who confirmed it after its maker left. */
  confirmedBy: z.string().nullable(),
  /** When it is disabled without a confirmation, after the responsable in charge left. */
  confirmBy: z.string().nullable(),
  /** Since when its attempts fail; null where the last one succeeded. */
  failingSince: z.string().nullable(),
  /** Until when the previous secret also signs messages. */
  secretBeforeUntil: z.string().nullable(),
  /** Messages of the last 30 days that were dropped because of their number or age; null: none. */
  dropped: z.object({ count: z.number(), at: z.string() }).nullable(),
});
export type WebhookView = z.infer<typeof webhookView>;

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
/** Why an attempt without a status failed. */
export const deliveryFaults = [
  'ADDRESS_REFUSED',
  'NAME_UNKNOWN',
  'NOT_REACHED',
  'TLS',
  'TOO_SLOW',
  'REDIRECT',
  'REFUSED',
  'SECRET_LOST',
  'ENDPOINT_OFF',
  'TOO_MANY_WAITED',
  'WAITED_TOO_LONG',
] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

export const deliveryView = z.object({
  id: z.string(),
  kind: z.enum([...webhookKinds, testKind]),
  state: z.enum(deliveryStates),
  createdAt: z.string(),
  attempts: z.number(),
  lastAttemptAt: z.string().nullable(),
  /** Null without a further attempt. */
  nextAttemptAt: z.string().nullable(),
  httpStatus: z.number().nullable(),
  fault: z.enum(deliveryFaults).nullable(),
  durationMs: z.number().nullable(),
});
export type DeliveryView = z.infer<typeof deliveryView>;

export const webhookForm = z.object({
  url: line(webhookUrlLength).refine((value) => {
    const url = parseUrl(value);
    return (
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      url.username === '' &&
      url.password === '' &&
      url.hash === ''
    );
  }, v('url')),
  description: line(webhookDescriptionLength),
  kinds: someOf(webhookKinds),
});
export type WebhookForm = z.input<typeof webhookForm>;

const uuid = z.uuid({ error: v('invalid') });
const ofOne = z.object({ id, webhookId: uuid });
const withSecret = z.object({ webhook: webhookView, secret: z.string() });
const waiting = z.object({ count: z.number() });

export const calls = defineArea('webhooks', {
  listWebhooks: {
    route: 'GET /partners/:id/webhooks',
    permission: 'organisation:govern',
    summary: 'Addresses that receive the events of the organisation’s steps',
    params: z.object({ id }),
    response: z.array(webhookView),
  },
  createWebhook: {
    route: 'POST /partners/:id/webhooks',
    permission: 'organisation:govern',
    summary: 'Add an address for events. `secret` signs its messages and is shown once',
    params: z.object({ id }),
    body: webhookForm,
    response: { status: 201, body: withSecret },
    errors: ['QUOTA_EXCEEDED', 'WEBHOOKS_OFF'],
  },
  updateWebhook: {
    route: 'PUT /partners/:id/webhooks/:webhookId',
    permission: 'organisation:govern',
    summary:
      'Change the address, its name or its kinds; secret and state stay, and what waits goes to the new address',
    params: ofOne,
    body: webhookForm,
    response: webhookView,
    errors: ['WEBHOOKS_OFF'],
  },
  setWebhookState: {
    route: 'PUT /partners/:id/webhooks/:webhookId/state',
    permission: 'organisation:govern',
    summary:
      'Pause an address, so that its messages wait, or resume it. A disabled address starts without old messages',
    params: ofOne,
    body: z.object({ state: z.enum(['active', 'paused'], { error: v('unknownCode') }) }),
    response: webhookView,
  },
  confirmWebhook: {
    route: 'POST /partners/:id/webhooks/:webhookId/confirm',
    permission: 'organisation:govern',
    summary:
      'Take responsibility for an address whose maker left, so that it receives events again',
    params: ofOne,
    response: webhookView,
    errors: ['STATE_CONFLICT'],
  },
  rotateWebhookSecret: {
    route: 'POST /partners/:id/webhooks/:webhookId/secret',
    permission: 'organisation:govern',
    summary:
      'Make a new secret, shown once; for 24 hours messages are signed with the one before as well',
    params: ofOne,
    response: withSecret,
  },
  deleteWebhook: {
    route: 'DELETE /partners/:id/webhooks/:webhookId',
    permission: 'organisation:govern',
    summary: 'Remove an address and the record of its messages',
    params: ofOne,
    response: z.object({ id: z.string() }),
  },
  testWebhook: {
    route: 'POST /partners/:id/webhooks/:webhookId/test',
    permission: 'organisation:govern',
    summary: 'Send `webhook.test` once, also to an address that is paused',
    params: ofOne,
    response: { status: 201, body: deliveryView },
    errors: ['STATE_CONFLICT', 'WEBHOOKS_OFF'],
  },
  listDeliveries: {
    route: 'GET /partners/:id/webhooks/:webhookId/deliveries',
    permission: 'organisation:govern',
    summary: 'The latest messages to an address, newest first',
    params: ofOne,
    response: z.array(deliveryView),
  },
  replayDelivery: {
    route: 'POST /partners/:id/webhooks/:webhookId/deliveries/:deliveryId/replay',
    permission: 'organisation:govern',
    summary: 'Send a message once more, under its id; one that still waits is sent at once',
    params: z.object({ id, webhookId: uuid, deliveryId: uuid }),
    response: deliveryView,
    errors: ['STATE_CONFLICT'],
  },
  replayFailed: {
    route: 'POST /partners/:id/webhooks/:webhookId/replay',
    permission: 'organisation:govern',
    summary: 'Send again all that was given up since a day (`YYYY-MM-DD`, in Morocco)',
    params: ofOne,
    body: z.object({ since: z.iso.date({ error: v('date') }) }),
    response: waiting,
    errors: ['STATE_CONFLICT'],
  },
});
