import { randomBytes } from 'node:crypto';

import { asciiDigits } from '@wasl/contracts';
import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';

const periodSeconds = 30;
/** White border of the QR code in modules; readers need four. */
const quiet = 4;
/** Recovery codes that a person gets at once. */
const codesGiven = 10;
/** Accepts the previous and the next step too, for clock drift and typing time. */
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

export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The `otpauth:` URI in the QR code. */
export function totpUri(secret: string, account: string): string {
  return totpOf(secret, account).toString();
}

/** The QR code of a text as one SVG path in a square of `size`, with its white border. */
export function qrOf(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: quiet });
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : [])),
  );
  return { path: path.join(''), size };
}

/** Returns the 30-second step of the code; null when no step near `now` matches (RFC 6238). */
export function totpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window });
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta;
}

/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

const codeLength = 26;

/** A recovery or mailed code: 26 characters, 128 bits, in groups of four. */
export function newRecoveryCode(): string {
  let text = '';
  while (text.length < codeLength) {
    for (const byte of randomBytes(32)) {
      // Bytes beyond the last whole alphabet would bias the first characters.
      if (byte < 248 && text.length < codeLength) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return (text.match(/.{1,4}/g) ?? []).join('-');
}

export const newRecoveryCodes = (): string[] => Array.from({ length: codesGiven }, newRecoveryCode);

/** Normalizes a typed code: drops spaces and dashes, ignores case, converts Arabic digits. */
export function plainCode(code: string): string {
  return asciiDigits(code)
    .replace(/[\s-]+/g, '')
    .toLowerCase();
}
