import type { ComboboxItem, OptionsFilter } from '@mantine/core';
import { asciiDigits } from '@wasl/contracts';

/** How the choices of a list are called in the other languages; fetched when somebody begins to search. */
export interface OtherNames {
  readonly fetch: () => void;
  /** Empty until they have come. */
  readonly of: (value: string) => readonly string[];
}

const keys = new Map<string, string>();

/**
 * A text as a search sees it: without case, accents, Arabic vowel signs, hamza and what stands between words; ة as ه and
 * ى as ي, as people type them.
 */
export function searchKey(text: string): string {
  const known = keys.get(text);
  if (known !== undefined) return known;
  const key = asciiDigits(text)
    .normalize('NFD')
    .replace(/[\p{M}\u0640]/gu, '')
    .replaceAll('ٱ', 'ا')
    .replaceAll('ء', '')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  keys.set(text, key);
  return key;
}

/** How well a key is found: 2 where a word begins with it, 1 anywhere, 0 nowhere. */
function foundIn(texts: readonly string[], key: string): number {
  return Math.max(
    0,
    ...texts.map((text) => {
      const whole = ` ${searchKey(text)}`;
      if (whole.includes(` ${key}`)) return 2;
      // "mdiq" and "M’diq".
      return whole.replaceAll(' ', '').includes(key.replaceAll(' ', '')) ? 1 : 0;
    }),
  );
}

/** Finds choices by their words and by their names in the other languages; those that begin so stand first. */
export function choiceSearch(names?: OtherNames): OptionsFilter {
  return ({ options, search, limit }) => {
    const key = searchKey(search);
    const flat = options.filter((option): option is ComboboxItem => 'value' in option);
    if (key === '') return flat.slice(0, limit);
    return flat
      .map((option) => ({
        option,
        rank: foundIn([option.label, ...(names?.of(option.value) ?? [])], key),
      }))
      .filter(({ rank }) => rank > 0)
      .sort((one, other) => other.rank - one.rank)
      .slice(0, limit)
      .map(({ option }) => option);
  };
}
