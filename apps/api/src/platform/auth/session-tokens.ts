import { createSecretKey } from 'node:crypto';

import { roles, type Role } from '@wasl/contracts';
import jwt from 'jsonwebtoken';
import { z } from 'zod';

import type { Clock } from '../program/clock.ts';

/** Life of a token: 8 hours. */
export const sessionSeconds = 8 * 60 * 60;

/** Life of a session, however often it is renewed: 12 hours from the sign-in. */
export const longestSessionSeconds = 12 * 60 * 60;

const claims = z.object({
  sub: z.string(),
  user: z.string(),
  role: z.enum(roles),
  exp: z.number(),
  uid: z.uuid(),
  sid: z.uuid(),
  ver: z.number().int(),
});
export type SessionClaims = z.infer<typeof claims>;

export interface SessionSubject {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly userId: string;
  readonly sessionId: string;
  readonly sessionVersion: number;
  /** When the token ends; {@link sessionSeconds} from now unless told. */
  readonly expiresAt?: Date;
  /** When its owner signed in; now unless told. */
  readonly startedAt?: Date;
  /** `YYYY-MM-DD`: the day the account will be erased, where its owner asked for that. */
  readonly deletionDueOn?: string | null;
  /** Whether the second factor must be turned on before anything else. */
  readonly isSetupDue?: boolean;
  /** Whether the present text about personal data has still to be agreed to: the client asks. */
  readonly isConsentDue?: boolean;
}

export interface SessionTokens {
  /**
   * A JWT (HS256) of the given session. For the client it also says until when the session can be renewed
   * (`until`, as `exp`) and, where that is so, that the account is going to be erased (`deletionDueOn`) or must have a
   * second factor first (`setupDue`), or that its owner has not agreed to the present text about personal data (`consentDue`).
   */
  sign(subject: SessionSubject): string;
  /** The claims of a token of ours that has not expired; undefined for anything else. */
  verify(token: string): SessionClaims | undefined;
}

/** @param also another secret whose tokens are accepted: the one before, or the one to come */
export function sessionTokens(
  secret: string,
  clock: Clock,
  also: string | null = null,
): SessionTokens {
  // Made once: from text, the library tries to read it as a public key first, anew for every token.
  const key = createSecretKey(Buffer.from(secret));
  const keys = also === null ? [key] : [key, createSecretKey(Buffer.from(also))];
  const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);
  const seconds = (): number => secondsOf(clock.now());
  return {
    sign: (subject) =>
      jwt.sign(
        {
          sub: subject.email,
          user: subject.name,
          role: subject.role,
          uid: subject.userId,
          sid: subject.sessionId,
          ver: subject.sessionVersion,
          iat: seconds(),
          exp: subject.expiresAt ? secondsOf(subject.expiresAt) : seconds() + sessionSeconds,
          until: secondsOf(subject.startedAt ?? clock.now()) + longestSessionSeconds,
          ...(subject.isSetupDue === true ? { setupDue: true } : {}),
          ...(subject.isConsentDue === true ? { consentDue: true } : {}),
          ...(subject.deletionDueOn ? { deletionDueOn: subject.deletionDueOn } : {}),
        },
        key,
        { algorithm: 'HS256' },
      ),
    verify: (token) => {
      if (token.length > 4096) return undefined;
      for (const one of keys) {
        try {
          const payload = jwt.verify(token, one, {
            algorithms: ['HS256'],
            clockTimestamp: seconds(),
          });
          return claims.safeParse(payload).data;
        } catch {
          // Of another key, or expired.
        }
      }
      return undefined;
    },
  };
}
