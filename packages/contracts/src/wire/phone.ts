import { asciiDigits, withoutBidiControls } from './characters.ts';

/** A number in E.164, and the prefix of its country. */
export interface PhoneNumber {
  readonly phone: string;
  readonly codeCountry: string;
}

/** Country codes of ITU-T E.164; no code is a prefix of another. */
const countryCode = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)/;

/**
 * Parses a phone number into E.164; null when invalid. A number that starts with `+` or `00` has its own prefix.
 * Morocco: +212 and 9 digits beginning 5–8 (a leading 0 is dropped). Elsewhere: 6 to 14 digits after the prefix.
 * @param phone as typed or pasted, Arabic-Indic digits too: `(+212) 600 00 00 00`, `0600000000`, `٠٦٠٠٠٠٠٠٠٠`,
 * `+212600000000`, `600000000`
 * @param codeCountry default prefix, such as `+212`
 */
export function readPhone(phone: string, codeCountry: string): PhoneNumber | null {
  let prefix = /^\+?(\d{1,4})$/.exec(asciiDigits(codeCountry).trim())?.[1];
  const written = asciiDigits(withoutBidiControls(phone));
  if (prefix === undefined || written.length > 40 || !/^[\d\s()+.\u2010-\u2013-]+$/.test(written))
    return null;
  const isInternational = /^\s*\(?\s*(\+|00)/.test(written);
  let digits = written.replace(/\D/g, '').replace(/^00/, '');
  if (isInternational) {
    if (!digits.startsWith(prefix)) prefix = countryCode.exec(digits)?.[0];
    if (prefix === undefined) return null;
    digits = digits.slice(prefix.length);
  }
  const national = digits.replace(/^0/, '');
  const isValid = prefix === '212' ? /^[5-8]\d{8}$/.test(national) : /^\d{6,14}$/.test(national);
  if (!isValid || prefix.length + national.length > 15) return null;
  return { phone: `+${prefix}${national}`, codeCountry: `+${prefix}` };
}

/** The number of {@link readPhone} alone. */
export function toE164(phone: string, codeCountry: string): string | null {
  return readPhone(phone, codeCountry)?.phone ?? null;
}
