import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Lang, PhoneChannel, PhoneMessageKind } from '@wasl/contracts';
import { Webhook } from 'standardwebhooks';

/** The body that a gateway receives, as JSON. */
export interface PhoneDispatch {
  /** The same at every attempt: a gateway that has seen it answers 200 and sends nothing. */
  readonly id: string;
  readonly channel: 'sms' | 'whatsapp';
  /** E.164. */
  readonly to: string;
  /** One SMS: 160 characters of GSM 7 bit, or 70 in Arabic. */
  readonly text: string;
  readonly lang: Lang;
  readonly kind: PhoneMessageKind | 'CODE';
}

/** The wire's names of the channels. */
export const wireChannels = { SMS: 'sms', WHATSAPP: 'whatsapp' } as const satisfies Record<
  PhoneChannel,
  PhoneDispatch['channel']
>;

export interface PhoneGateway {
  /** Hands a message over. @throws GatewayError, or what the network says, when it was not taken */
  send(message: PhoneDispatch): Promise<void>;
}

/** The gateway answered, and did not take the message. */
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

  /** Nobody has this number. */
  get isUnknownNumber(): boolean {
    return this.status === 422 && this.word === 'number_unknown';
  }

  /**
   * Whether it will never take this very message. One that refuses us (401, 403, 404), is busy or down refuses all of them: that is
   * an outage, and is waited for.
   */
  get isFinal(): boolean {
    return this.status === 400 || this.status === 413 || this.status === 422;
  }
}

const answerMs = 10_000;
const longestWord = 60;

/** The gateway's own word for what is wrong, `{"error":"number_unknown"}`; the empty text where it says none. */
async function wordOf(response: Response): Promise<string> {
  try {
    const { error } = (await response.json()) as { error?: unknown };
    return typeof error === 'string' ? error.replaceAll(/[^\w .-]/g, '').slice(0, longestWord) : '';
  } catch {
    // It answers something else than JSON: its status says enough.
    return '';
  }
}

/**
 * Sends to a program of the operator's, which knows a provider of SMS or WhatsApp: POST, signed as Standard Webhooks say
 * (https://www.standardwebhooks.com; headers webhook-id, webhook-timestamp, webhook-signature).
 * @param secret base64, with or without `whsec_` before it
 */
export function httpGateway(url: string, secret: string, now: () => Date): PhoneGateway {
  const webhook = new Webhook(secret);
  return {
    async send(message) {
      const body = JSON.stringify(message);
      const at = now();
      const response = await fetch(url, {
        method: 'POST',
        // Where it leads elsewhere, the number and the text would go to somebody whom nobody has named.
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

/** A message kept on disk, as the developers' mailbox lists it. */
export interface KeptPhoneMessage extends PhoneDispatch {
  readonly date: string;
}

/** Writes each message as `<instant>-<id>.json`, for the developers' mailbox. The same sent twice is one file. */
export function folderGateway(folder: string, now: () => Date): PhoneGateway {
  return {
    async send(message) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const kept: KeptPhoneMessage = { ...message, date: now().toISOString() };
      const temporary = path.join(folder, `.${message.id}.part`);
      await writeFile(temporary, JSON.stringify(kept), { mode: 0o600 });
      await rename(temporary, path.join(folder, `${message.id}.json`));
    },
  };
}
