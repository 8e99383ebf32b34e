import { searchKey } from './search-key.ts';

/** Codes of new items: Latin capitals, digits and underscores, as the other codes of the lists. */
export function codeFromText(text: string): string {
  return searchKey(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60)
    .replace(/_+$/, '');
}

/**
 * A code that nobody has: the wanted one, else the same with the next free number.
 * @param wanted from {@link codeFromText}; empty for a label without Latin letters
 * @param fallback what the code is then called
 */
export function freeCode(wanted: string, fallback: string, taken: ReadonlySet<string>): string {
  const base = wanted === '' ? fallback : wanted;
  if (wanted !== '' && !taken.has(base)) return base;
  for (let number = wanted === '' ? 1 : 2; ; number += 1) {
    const code = `${base}_${String(number)}`;
    if (!taken.has(code)) return code;
  }
}
