/** What a search looks for. */
export interface SearchTerms {
  /** Each must stand somewhere in the person's name, company, e-mail or phone. */
  readonly words: readonly [string, ...string[]];
  /** A part of a request's number; null where the text is none. */
  readonly number: string | null;
  /** The whole text as a CIN or an ICE is kept: in capitals, without spaces and dashes. */
  readonly identity: string;
}

/** Without what people put between the digits of a number. */
const joined = (text: string) => text.replace(/[\s+().\-/]/g, '');

/**
 * A phone is kept as `212612345678`; people write `0612…`, `+212 6 12…` or `00212…`: the zeros that stand for a prefix are not looked
 * for, and `(0)` after the country's own neither.
 */
const phoneDigits = (digits: string) =>
  digits.replace(/^0+(?=\d{3})/, '').replace(/^2120(?=\d)/, '212');

/**
 * Takes apart what an agent typed into the search box. Digits with spaces, dots or dashes between them are one number: a part of a
 * phone or of a request's number. All else is words, in any order.
 * @param text trimmed, its digits 0–9
 */
export function searchTerms(text: string): SearchTerms {
  const identity = joined(text).toUpperCase();
  if (/^\d+$/.test(identity))
    return { words: [phoneDigits(identity)], number: text.replace(/\s/g, ''), identity };
  const [first = text, ...rest] = text
    .split(/\s+/)
    .map((word) => (/^\+?\d+$/.test(word) ? phoneDigits(joined(word)) : word));
  return { words: [first, ...rest], number: null, identity };
}
