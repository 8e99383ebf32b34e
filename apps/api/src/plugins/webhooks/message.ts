import { randomBytes } from 'node:crypto';

import { Webhook } from 'standardwebhooks';

/** Payload of a message: event, instant, and its ids, numbers and codes. */
export interface Message {
  readonly id: string;
  readonly kind: string;
  readonly at: Date;
  readonly data: object;
}

/** Secret size in bytes; Standard Webhooks requires 24 to 64. */
const secretBytes = 32;

/** A new secret in its displayed form: `whsec_` and base64. */
export function newSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}

/**
 * Body and headers of a message by Standard Webhooks (github.com/standard-webhooks/standard-webhooks), signed with each secret.
 * @param sentAt instant of this attempt; receivers refuse messages older than five minutes
 */
export function signedMessage(
  message: Message,
  secrets: readonly string[],
  sentAt: Date,
): { readonly body: string; readonly headers: Readonly<Record<string, string>> } {
  const { id, kind, at, data } = message;
  const body = JSON.stringify({ type: kind, timestamp: at.toISOString(), data });
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Wasl-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      'webhook-signature': secrets
        .map((secret) => new Webhook(secret).sign(id, sentAt, body))
        .join(' '),
    },
  };
}
