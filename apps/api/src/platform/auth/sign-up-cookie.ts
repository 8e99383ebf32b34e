import { z } from 'zod';

import type { Clock } from '../program/clock.ts';
import { ownCookie, readOwnCookie } from './own-cookies.ts';
import type { Sealing } from './sealing.ts';

/** How long the browser of a sign-up stands for the password chosen there: as long as one waits for a mail. */
const validSeconds = 2 * 60 * 60;
const cookieName = 'wasl-sign-up';
/** What the secret is sealed for: nothing else of ours opens as one. */
const about = 'sign-up';

const claims = z.tuple([z.uuid(), z.number().int()]);

/** What is read and written of the browser that signed up. */
export interface SignUpCookieDeps {
  readonly sealing: Sealing;
  readonly clock: Clock;
  readonly settings: { readonly publicUrl: string };
}

/** The header that lets a browser prove that it made this sign-up. It confirms nothing without the mailed link. */
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

/** Who signed up in this browser a short while ago; null for anybody else. */
export function signedUpHere(
  { sealing, clock, settings }: SignUpCookieDeps,
  cookies: string | undefined,
): string | null {
  const sealed = readOwnCookie(cookies, cookieName, settings.publicUrl);
  const text = sealed === undefined ? undefined : sealing.open(sealed, about);
  if (text === undefined) return null;
  // Sealed by us: it parses.
  const [userId, expiresAt] = claims.parse(JSON.parse(text));
  return expiresAt > clock.now().getTime() / 1000 ? userId : null;
}
