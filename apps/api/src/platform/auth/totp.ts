import { randomBytes } from 'node:crypto';

import { asciiDigits } from '@wasl/contracts';
import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;
/** Codes of the moment before and after count too: clocks differ, and typing takes its time. */
const window = 1;

const totpOf = (secret: string, account: string): TOTP =>
  new TOTP({
    issuer: 'Wasl',
    label: account,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });

/** A new secret of 160 bits (RFC 4226, 4), in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What an application reads from the QR code. */
export function totpUri(secret: string, account: string): string {
  return totpOf(secret, account).toString();
}

/** The step of 30 seconds whose code this is; null for none near `now` (RFC 6238). */
export function totpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window });
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta;
}

/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

const codeLength = 26;

/** A code for paper or the mailbox: 26 characters, 128 bits, in groups of four. */
export function newRecoveryCode(): string {
  let text = '';
  while (text.length < codeLength) {
    for (const byte of randomBytes(32)) {
      // Bytes beyond the last whole alphabet would make its first characters likelier.
      if (byte < 248 && text.length < codeLength) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return (text.match(/.{1,4}/g) ?? []).join('-');
}

/** A code as typed: spaces and dashes do not count, nor does case, nor whether its digits are Arabic ones. */
export function plainCode(code: string): string {
  return asciiDigits(code)
    .replace(/[\s-]+/g, '')
    .toLowerCase();
}
