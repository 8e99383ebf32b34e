import { asciiDigits, withoutBidiControls } from './characters.ts';

/**
 * A phone number in E.164, or null when it is not one.
 * Morocco: +212 and 9 digits beginning 5–8 (a leading 0 is dropped); elsewhere 6 to 14 digits after the prefix.
 * @param phone as typed or pasted, Arabic-Indic digits too: `(+212) 600 00 00 00`, `0600000000`, `٠٦٠٠٠٠٠٠٠٠`,
 *   `+212600000000`, `600000000`
 * @param codeCountry prefix of the country, `+212`
 */
export function toE164(phone: string, codeCountry: string): string | null {
  const prefix = /^\+?(\d{1,4})$/.exec(asciiDigits(codeCountry).trim())?.[1];
  const written = asciiDigits(withoutBidiControls(phone));
  if (prefix === undefined || written.length > 40 || !/^[\d\s()+.\u2010-\u2013-]+$/.test(written))
    return null;
  const isInternational = /^\s*\(?\s*(\+|00)/.test(written);
  let digits = written.replace(/\D/g, '').replace(/^00/, '');
  if (isInternational) {
    if (!digits.startsWith(prefix)) return null;
    digits = digits.slice(prefix.length);
  }
  const national = digits.replace(/^0/, '');
  const isValid = prefix === '212' ? /^[5-8]\d{8}$/.test(national) : /^\d{6,14}$/.test(national);
  return isValid && prefix.length + national.length <= 15 ? `+${prefix}${national}` : null;
}
