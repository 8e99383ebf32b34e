import type { ComboboxItem, OptionsFilter } from '@mantine/core';
import { asciiDigits } from '@wasl/contracts';

/** Names of a list's choices in the other languages; loaded when a search begins. */
export interface OtherNames {
  readonly fetch: () => void;
  /** Empty until loaded. */
  readonly of: (value: string) => readonly string[];
}

const keys = new Map<string, string>();

/**
 * Normalises a text for the search: removes case, accents, Arabic vowel signs, hamza and punctuation. It replaces ة by
 * ه and ى by ي, as people type them.
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

/** Ranks a match: 2 at the beginning of a word, 1 elsewhere, 0 without a match. */
function foundIn(texts: readonly string[], key: string): number {
  return Math.max(
    0,
    ...texts.map((text) => {
      const whole = ` ${searchKey(text)}`;
      if (whole.includes(` ${key}`)) return 2;
      // Matches "mdiq" with "M’diq".
      return whole.replaceAll(' ', '').includes(key.replaceAll(' ', '')) ? 1 : 0;
    }),
  );
}

/** Filters choices by label and by names in the other languages; matches at the beginning of a word come first. */
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
