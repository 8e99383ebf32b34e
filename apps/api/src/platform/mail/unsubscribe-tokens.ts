import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

import { mailKinds, type MailKind } from '@wasl/contracts';
import { z } from 'zod';

import type { Clock } from '../clock.ts';

/** How long the link of a mail turns its kind off: 90 days. */
const validSeconds = 90 * 24 * 60 * 60;

const claims = z.tuple([z.uuid(), z.number().int(), z.array(z.enum(mailKinds)).min(1)]);

/** Whose mails of which kinds a link turns off. */
export interface Unsubscription {
  readonly userId: string;
  readonly kinds: readonly MailKind[];
}

export interface UnsubscribeTokens {
  sign(subject: Unsubscription): string;
  /** What a token of ours that has not expired says; undefined for anything else. */
  verify(token: string): Unsubscription | undefined;
}

/**
 * Tokens of the links that turn mails off: signed and kept nowhere, for there are as many as mails. They name an id, no
 * address, and open nothing else: their key is of their own.
 */
export function unsubscribeTokens(secret: string, clock: Clock): UnsubscribeTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'wasl unsubscribe', 32));
  const macOf = (payload: string): Buffer => createHmac('sha256', key).update(payload).digest();
  const seconds = (): number => Math.floor(clock.now().getTime() / 1000);
  return {
    sign: ({ userId, kinds }) => {
      const payload = Buffer.from(
        JSON.stringify([userId, seconds() + validSeconds, kinds]),
      ).toString('base64url');
      return `${payload}.${macOf(payload).toString('base64url')}`;
    },
    verify: (token) => {
      const [, payload = '', mac = ''] = /^([\w-]{1,400})\.([\w-]{43})$/.exec(token) ?? [];
      const given = Buffer.from(mac, 'base64url');
      const expected = macOf(payload);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      // Signed by us: it parses.
      const [userId, expiresAt, kinds] = claims.parse(
        JSON.parse(Buffer.from(payload, 'base64url').toString()),
      );
      return expiresAt > seconds() ? { userId, kinds } : undefined;
    },
  };
}
