/**
 * A phone number in E.164, or null when it is not one.
 * Morocco: +212 and 9 digits beginning 5–8 (a leading 0 is dropped); elsewhere 6 to 14 digits after the prefix.
 * @param phone as typed: `(+212) 600 00 00 00`, `0600000000`, `+212600000000`, `600000000`
 * @param codeCountry prefix of the country, `+212`
 */
export function toE164(phone: string, codeCountry: string): string | null {
  const prefix = /^\+?(\d{1,4})$/.exec(codeCountry.trim())?.[1];
  if (prefix === undefined || phone.length > 40 || !/^[\d\s()+.-]+$/.test(phone)) return null;
  const isInternational = /^\s*\(?\s*(\+|00)/.test(phone);
  let digits = phone.replace(/\D/g, '').replace(/^00/, '');
  if (isInternational) {
    if (!digits.startsWith(prefix)) return null;
    digits = digits.slice(prefix.length);
  }
  const national = digits.replace(/^0/, '');
  const isValid = prefix === '212' ? /^[5-8]\d{8}$/.test(national) : /^\d{6,14}$/.test(national);
  return isValid && prefix.length + national.length <= 15 ? `+${prefix}${national}` : null;
}
