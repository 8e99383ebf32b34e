import { soughtNumber, type SoughtNumber } from '../../../rules/request-number.ts';

export interface SearchTerms {
  /** Each word must occur in the person's name, company, e-mail or phone. */
  readonly words: readonly [string, ...string[]];
  /** A request's number; null when the text is not a number. */
  readonly number: SoughtNumber | null;
  /** The whole text as a CIN or an ICE is stored: in capitals, without spaces and dashes. */
  readonly identity: string;
}

/** Removes the separators that people type between the digits of a number. */
const joined = (text: string) => text.replace(/[\s+().\-/]/g, '');

/**
 * Phones are stored as `212612345678`, and people type `0612…`, `+212 6 12…` or `00212…`. This removes leading zeros of
 * a prefix and the `(0)` after the country code.
 */
const phoneDigits = (digits: string) =>
  digits.replace(/^0+(?=\d{3})/, '').replace(/^2120(?=\d)/, '212');

/**
 * Parses the text of an agent's search box. Digits separated by spaces, dots or dashes are one number: a part of a
 * phone or of a request's number. Any other text is words in any order.
 * @param text trimmed, its digits 0–9
 */
export function searchTerms(text: string): SearchTerms {
  const identity = joined(text).toUpperCase();
  const number = soughtNumber(text);
  if (number !== null || /^\d+$/.test(identity)) {
    const digits = identity.replace(/\D/g, '');
    return { words: [phoneDigits(digits)], number, identity };
  }
  const [first = text, ...rest] = text
    .split(/\s+/)
    .map((word) => (/^\+?\d+$/.test(word) ? phoneDigits(joined(word)) : word));
  return { words: [first, ...rest], number: null, identity };
}
