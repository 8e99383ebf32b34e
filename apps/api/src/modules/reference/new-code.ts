import { searchKey } from './search-key.ts';

/** Makes a code in the format of the lists: Latin capitals, digits and underscores. */
export function codeFromText(text: string): string {
  return searchKey(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60)
    .replace(/_+$/, '');
}

/**
 * Returns the wanted code, or with the next free number when it is taken.
 * @param wanted from {@link codeFromText}; empty for a label without Latin letters
 * @param fallback code for an empty `wanted`
 */
export function freeCode(wanted: string, fallback: string, taken: ReadonlySet<string>): string {
  const base = wanted === '' ? fallback : wanted;
  if (wanted !== '' && !taken.has(base)) return base;
  for (let number = wanted === '' ? 1 : 2; ; number += 1) {
    const code = `${base}_${String(number)}`;
    if (!taken.has(code)) return code;
  }
}
