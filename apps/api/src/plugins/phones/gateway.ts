import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Lang } from '@wasl/contracts';
import type { PhoneChannel, PhoneMessageKind } from '@wasl/contracts/plugins/phones';
import { Webhook } from 'standardwebhooks';

import type { Settings } from '../../platform/settings/env.ts';

/** The body that a gateway receives, as JSON. */
export interface PhoneDispatch {
  /** Idempotency key, the same at every attempt. A gateway that has seen it answers 200 and sends nothing. */
  readonly id: string;
  readonly channel: 'sms' | 'whatsapp';
  /** E.164. */
  readonly to: string;
  /** One SMS: 160 characters of GSM 7 bit, or 70 in Arabic. */
  readonly text: string;
  readonly lang: Lang;
  readonly kind: PhoneMessageKind | 'CODE';
}

/** Names of the channels on the wire. */
export const wireChannels = { SMS: 'sms', WHATSAPP: 'whatsapp' } as const satisfies Record<
  PhoneChannel,
  PhoneDispatch['channel']
>;

export interface PhoneGateway {
  /** Sends a message. @throws GatewayError, or the network's error, when it was not accepted */
  send(message: PhoneDispatch): Promise<void>;
}

/** The gateway responded without accepting the message. */
export class GatewayError extends Error {
  readonly status: number;
  /** `number_unknown`, or another word of the gateway's. */
  readonly word: string;
  constructor(status: number, word: string) {
    super(`The gateway answered ${String(status)} ${word}`);
    this.name = 'GatewayError';
    this.status = status;
    this.word = word;
  }

  get isUnknownNumber(): boolean {
    return this.status === 422 && this.word === 'number_unknown';
  }

  /**
   * Whether every retry of this message would fail. A gateway that refuses the portal (401, 403, 404), is busy or down
   * refuses every message: such an outage is retried.
   */
  get isFinal(): boolean {
    return this.status === 400 || this.status === 413 || this.status === 422;
  }
}

const answerMs = 10_000;
const longestWord = 60;

/** The gateway's error word, as in `{"error":"number_unknown"}`; empty where it gives none. */
async function wordOf(response: Response): Promise<string> {
  try {
    const { error } = (await response.json()) as { error?: unknown };
    return typeof error === 'string' ? error.replaceAll(/[^\w .-]/g, '').slice(0, longestWord) : '';
  } catch {
    // The body is not JSON; the status is enough.
    return '';
  }
}

/**
 * Sends to the operator's gateway, which knows a provider of SMS or WhatsApp. It is a POST signed by Standard Webhooks
 * (https://www.standardwebhooks.com; headers webhook-id, webhook-timestamp, webhook-signature).
 * @param secret base64, optionally with the prefix `whsec_`
 */
export function httpGateway(url: string, secret: string, now: () => Date): PhoneGateway {
  const webhook = new Webhook(secret);
  return {
    async send(message) {
      const body = JSON.stringify(message);
      const at = now();
      const response = await fetch(url, {
        method: 'POST',
        // A redirect would send the number and the text to an address that is not configured.
        redirect: 'error',
        signal: AbortSignal.timeout(answerMs),
        headers: {
          'content-type': 'application/json',
          'webhook-id': message.id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': webhook.sign(message.id, at, body),
        },
        body,
      });
      if (!response.ok) throw new GatewayError(response.status, await wordOf(response));
      await response.body?.cancel();
    },
  };
}

/** The folder where messages are written when no gateway is configured. */
export const phoneFolder = ({ dataDir }: Pick<Settings, 'dataDir'>): string =>
  path.join(dataDir, 'phone-messages');

/** A message stored on disk, as the developers' mailbox lists it. */
export interface StoredPhoneMessage extends PhoneDispatch {
  readonly date: string;
}

/**
 * Writes each message as `<instant>-<id>.json` for the developers' mailbox. A repeated message writes no second file.
 */
export function folderGateway(folder: string, now: () => Date): PhoneGateway {
  return {
    async send(message) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const stored: StoredPhoneMessage = { ...message, date: now().toISOString() };
      const temporary = path.join(folder, `.${message.id}.part`);
      await writeFile(temporary, JSON.stringify(stored), { mode: 0o600 });
      await rename(temporary, path.join(folder, `${message.id}.json`));
    },
  };
}
