import { createSecretKey } from 'node:crypto';

import { roles, type Role } from '@wasl/contracts';
import jwt from 'jsonwebtoken';
import { z } from 'zod';

import type { Clock } from '../program/clock.ts';

/** Lifetime of a token: 8 hours. */
export const sessionSeconds = 8 * 60 * 60;

/** Maximum lifetime of a session from the sign-in, whatever its renewals: 12 hours. */
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
  /** End of the token. Default: {@link sessionSeconds} from now. */
  readonly expiresAt?: Date;
  /** Instant of the sign-in. Default: now. */
  readonly startedAt?: Date;
  /** `YYYY-MM-DD`: day of erasure, where the owner asked for it. */
  readonly deletionDueOn?: string | null;
  readonly isSetupDue?: boolean;
  /** Whether the person must still accept the current privacy text. The client asks. */
  readonly isConsentDue?: boolean;
}

export interface SessionTokens {
  /**
   * Signs a JWT (HS256) for the session. Claims for the client: `until`, the end of renewals in the unit of `exp`.
   * Where they apply: `deletionDueOn`, `setupDue` and `consentDue`.
   */
  sign(subject: SessionSubject): string;
  /** The claims of a valid token; undefined for anything else. */
  verify(token: string): SessionClaims | undefined;
}

/** @param also another accepted secret: the previous or the next one */
export function sessionTokens(
  secret: string,
  clock: Clock,
  also: string | null = null,
): SessionTokens {
  // Created once. From a text, the library first tries to parse a public key for every token.
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
          // Another key, or expired.
        }
      }
      return undefined;
    },
  };
}
