import { randomBytes } from 'node:crypto';

import { Webhook } from 'standardwebhooks';

/** What a message says: what happened, when, and the ids, numbers and codes of it. */
export interface Message {
  readonly id: string;
  readonly kind: string;
  readonly at: Date;
  readonly data: object;
}

/** Bytes of a secret, as Standard Webhooks asks: 24 to 64. */
const secretBytes = 32;

/** A new secret, as it is shown: `whsec_` and its bytes in base64. */
export function newSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}

/**
 * The body and headers of a message by Standard Webhooks (github.com/standard-webhooks/standard-webhooks), signed with each secret.
 * @param sentAt the instant of this attempt: whoever receives it refuses what is older than five minutes
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
