import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

import { mailKinds, type MailKind } from '@wasl/contracts';
import { z } from 'zod';

import type { Clock } from '../program/clock.ts';

/** Validity of an unsubscribe link: 90 days. */
const validSeconds = 90 * 24 * 60 * 60;

const claims = z.tuple([z.uuid(), z.number().int(), z.array(z.enum(mailKinds)).min(1)]);

/** The user and the kinds of mail that a link unsubscribes. */
export interface Unsubscription {
  readonly userId: string;
  readonly kinds: readonly MailKind[];
}

export interface UnsubscribeTokens {
  sign(subject: Unsubscription): string;
  verify(token: string): Unsubscription | undefined;
}

/**
 * Signed tokens of unsubscribe links. They are not stored, because every mail has one. They contain an id and no
 * address, and their separate key opens nothing else.
 * @param also another secret whose links are accepted
 */
export function unsubscribeTokens(
  secret: string,
  clock: Clock,
  also: string | null = null,
): UnsubscribeTokens {
  const keyOf = (text: string): Buffer =>
    Buffer.from(hkdfSync('sha256', text, '', 'wasl unsubscribe', 32));
  const key = keyOf(secret);
  const keys = also === null ? [key] : [key, keyOf(also)];
  const macOf = (payload: string, by: Buffer): Buffer =>
    createHmac('sha256', by).update(payload).digest();
  const seconds = (): number => Math.floor(clock.now().getTime() / 1000);
  return {
    sign: ({ userId, kinds }) => {
      const payload = Buffer.from(
        JSON.stringify([userId, seconds() + validSeconds, kinds]),
      ).toString('base64url');
      return `${payload}.${macOf(payload, key).toString('base64url')}`;
    },
    verify: (token) => {
      const [, payload = '', mac = ''] = /^([\w-]{1,400})\.([\w-]{43})$/.exec(token) ?? [];
      const given = Buffer.from(mac, 'base64url');
      const isOurs = keys.some((one) => {
        const expected = macOf(payload, one);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      if (!isOurs) return undefined;
      // The portal signed it, so it parses.
      const [userId, expiresAt, kinds] = claims.parse(
        JSON.parse(Buffer.from(payload, 'base64url').toString()),
      );
      return expiresAt > seconds() ? { userId, kinds } : undefined;
    },
  };
}
