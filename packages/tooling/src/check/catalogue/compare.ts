import { type Catalogue, type Language, LANGUAGES } from './catalogues.ts';

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** A key as used in code: `days_one` and `days_other` are both `days`. */
export function baseKey(key: string): string {
  return key.replace(PLURAL, '').replace(/_ordinal$/, '');
}

/** The plural keys of a language: base → categories present. Only bases with an `_other` are plurals. */
function plurals(words: Map<string, string>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const key of words.keys()) {
    const category = PLURAL.exec(key)?.[1];
    if (category === undefined) continue;
    const base = key.replace(PLURAL, '');
    found.set(base, (found.get(base) ?? new Set()).add(category));
  }
  for (const [base, categories] of found) if (!categories.has('other')) found.delete(base);
  return found;
}

function placeholders(text: string): string {
  const names = [...text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g)].map((match) => match[1]);
  return [...new Set(names)].sort().join(', ');
}

/** The keys of a language with plural forms folded into their base. */
function folded(words: Map<string, string>): Set<string> {
  const bases = plurals(words);
  return new Set(
    [...words.keys()].map((key) => {
      const base = key.replace(PLURAL, '');
      return base !== key && bases.has(base) ? base : key;
    }),
  );
}

/**
 * Compares the four languages of one catalogue: missing and extra keys, empty words, plural categories that the
 * language requires (Intl.PluralRules), placeholders.
 * @returns one sentence per fault
 */
export function compareLanguages(catalogue: Catalogue): string[] {
  const faults: string[] = [];
  const report = (language: Language, text: string): void => {
    faults.push(`${catalogue.name} [${language}]: ${text}`);
  };
  const french = folded(catalogue.words.fr);
  for (const language of LANGUAGES) {
    const words = catalogue.words[language];
    const keys = folded(words);
    for (const key of french) if (!keys.has(key)) report(language, `"${key}" is missing`);
    for (const key of keys) if (!french.has(key)) report(language, `"${key}" is not in French`);
    for (const [key, word] of words) if (word.trim() === '') report(language, `"${key}" is empty`);
    for (const [base, categories] of plurals(words)) {
      const type = base.endsWith('_ordinal') ? 'ordinal' : 'cardinal';
      const asked = new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;
      for (const category of asked) {
        if (!categories.has(category))
          report(language, `"${base}" lacks its plural "_${category}"`);
      }
      for (const category of categories) {
        // i18next accepts `_zero` in any language for exactly none.
        if (category !== 'zero' && !asked.some((name) => name === category)) {
          report(language, `"${base}_${category}" is never used: the language has no such plural`);
        }
      }
    }
  }
  faults.push(...comparePlaceholders(catalogue));
  return faults;
}

function comparePlaceholders(catalogue: Catalogue): string[] {
  const faults: string[] = [];
  const french = catalogue.words.fr;
  const pluralBases = plurals(french);
  for (const language of LANGUAGES) {
    for (const [key, word] of catalogue.words[language]) {
      const base = key.replace(PLURAL, '');
      const isPlural = base !== key && pluralBases.has(base);
      const source = isPlural ? french.get(`${base}_other`) : french.get(key);
      if (source === undefined) continue;
      // "one day" may omit its number; the other placeholders are required.
      const plain = (text: string): string =>
        placeholders(isPlural ? text.replaceAll(/\{\{-?\s*count[^}]*\}\}/g, '') : text);
      if (plain(word) !== plain(source)) {
        faults.push(
          `${catalogue.name} [${language}]: "${key}" has {{${plain(word)}}}, French has {{${plain(source)}}}`,
        );
      }
    }
  }
  return faults;
}
