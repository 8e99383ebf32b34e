import { soughtNumber, type SoughtNumber } from './request-number.ts';

/** A word of a search, with the particles of a name before it: "Amina", "El Khattabi". */
export interface SoughtName {
  /** As typed: each must occur in the person's name, company, e-mail or phone. */
  readonly words: readonly string[];
  /** The same to be compared by sound, in one word: "ElKhattabi"; empty for text that is not a name. */
  readonly sounds: readonly string[];
}

export interface SearchTerms {
  /** Each must match, by its letters or by its sound. */
  readonly names: readonly SoughtName[];
  /** The letters and digits of the text, for the words of the need; empty for a number. */
  readonly need: string;
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

// The words that `search_sound` (prisma/migrations) also joins with the next one.
const particle =
  /^(?:abd|abou|bou|ben|bin|ibn|ould|ait|el|al|عبد|ابو|أبو|بو|بن|ابن|ايت|أيت|آيت|ال)$/i;
const isName = /^[\p{L}\p{M}'’`]+(?:-[\p{L}\p{M}'’`]+)*$/u;

/** Joins each particle with the word behind it. */
function joinParticles(words: readonly string[]): string[][] {
  const joined: string[][] = [];
  let isJoined = false;
  for (const word of words) {
    if (isJoined) joined.at(-1)?.push(word);
    else joined.push([word]);
    isJoined = particle.test(word);
  }
  return joined;
}

const soughtName = (words: readonly string[]): SoughtName => ({
  words,
  sounds: words.every((word) => isName.test(word))
    ? joinParticles(words.flatMap((word) => word.split('-'))).map((parts) => parts.join(''))
    : [],
});

/**
 * Parses the text of an agent's search box. Digits separated by spaces, dots or dashes are one number: a part of a
 * phone or of a request's number. Any other text is words in any order.
 * @param text trimmed, its digits 0–9
 */
export function searchTerms(text: string): SearchTerms {
  const identity = joined(text).toUpperCase();
  const number = soughtNumber(text);
  if (number !== null || /^\d+$/.test(identity)) {
    const digits = phoneDigits(identity.replace(/\D/g, ''));
    return { names: [{ words: [digits], sounds: [] }], need: '', number, identity };
  }
  const words = text
    .split(/\s+/)
    .map((word) => (/^\+?\d+$/.test(word) ? phoneDigits(joined(word)) : word));
  return {
    names: joinParticles(words).map(soughtName),
    need: text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim(),
    number: null,
    identity,
  };
}
