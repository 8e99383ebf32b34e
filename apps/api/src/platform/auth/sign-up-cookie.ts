import { z } from 'zod';

import type { Clock } from '../program/clock.ts';
import { ownCookie, readOwnCookie } from './own-cookies.ts';
import type { Sealing } from './sealing.ts';

/** Validity of the cookie: as long as a user waits for a mail. */
const validSeconds = 2 * 60 * 60;
const cookieName = 'wasl-sign-up';
/** Purpose of the sealing: no other sealed text of the portal opens as this cookie. */
const about = 'sign-up';

const claims = z.tuple([z.uuid(), z.number().int()]);

export interface SignUpCookieDeps {
  readonly sealing: Sealing;
  readonly clock: Clock;
  readonly settings: { readonly publicUrl: string };
}

/** Sets the cookie that proves the browser made this sign-up. It confirms nothing without the mailed link. */
export function signUpCookie(
  { sealing, clock, settings }: SignUpCookieDeps,
  userId: string,
): Record<string, string> {
  const expiresAt = Math.floor(clock.now().getTime() / 1000) + validSeconds;
  const value = sealing.seal(JSON.stringify([userId, expiresAt]), about);
  return ownCookie(
    { name: cookieName, value, path: '/api/email', maxAge: validSeconds },
    settings.publicUrl,
  );
}

/** The user id of a recent sign-up in this browser; null otherwise. */
export function signedUpHere(
  { sealing, clock, settings }: SignUpCookieDeps,
  cookies: string | undefined,
): string | null {
  const sealed = readOwnCookie(cookies, cookieName, settings.publicUrl);
  const text = sealed === undefined ? undefined : sealing.open(sealed, about);
  if (text === undefined) return null;
  // The portal sealed it, so it parses.
  const [userId, expiresAt] = claims.parse(JSON.parse(text));
  return expiresAt > clock.now().getTime() / 1000 ? userId : null;
}
