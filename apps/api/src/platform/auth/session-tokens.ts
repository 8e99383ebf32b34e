import { roles, type Role } from '@wasl/contracts';
import jwt from 'jsonwebtoken';
import { z } from 'zod';

import type { Clock } from '../clock.ts';

/** Life of a session: 8 hours. */
export const sessionSeconds = 8 * 60 * 60;

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
}

export interface SessionTokens {
  /** A JWT (HS256) of the given session, valid {@link sessionSeconds}. */
  sign(subject: SessionSubject): string;
  /** The claims of a token of ours that has not expired; undefined for anything else. */
  verify(token: string): SessionClaims | undefined;
}

export function sessionTokens(secret: string, clock: Clock): SessionTokens {
  const seconds = (): number => Math.floor(clock.now().getTime() / 1000);
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
          exp: seconds() + sessionSeconds,
        },
        secret,
        { algorithm: 'HS256' },
      ),
    verify: (token) => {
      if (token.length > 4096) return undefined;
      try {
        const payload = jwt.verify(token, secret, {
          algorithms: ['HS256'],
          clockTimestamp: seconds(),
        });
        return claims.safeParse(payload).data;
      } catch {
        return undefined;
      }
    },
  };
}
