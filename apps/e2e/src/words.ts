import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const languages = ['fr', 'en', 'ar', 'es'] as const;
export type Language = (typeof languages)[number];

type Tree = { readonly [key: string]: string | Tree };

const folder = path.join(import.meta.dirname, '../../web/src/i18n');
const plugins = path.join(import.meta.dirname, '../../web/src/plugins');

const administration = path.join(import.meta.dirname, '../../web/src/administration/words');

/** Adds the texts of a catalogue file: `namespace:key` → text. */
function addWords(words: Map<string, string>, namespace: string, file: string): void {
  const put = (tree: Tree, prefix: string, joint: string): void => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'string') words.set(`${prefix}${joint}${key}`, value);
      else put(value, `${prefix}${joint}${key}`, '.');
    }
  };
  put(JSON.parse(readFileSync(file, 'utf8')) as Tree, namespace, ':');
}

const cache = new Map<Language, ReadonlyMap<string, string>>();

/** Client catalogue of a language: `namespace:key` → text. */
export function wordsOf(language: Language): ReadonlyMap<string, string> {
  const known = cache.get(language);
  if (known !== undefined) return known;
  const words = new Map<string, string>();
  for (const name of readdirSync(path.join(folder, language)))
    addWords(words, path.basename(name, '.json'), path.join(folder, language, name));
  for (const name of readdirSync(plugins)) {
    const file = path.join(plugins, name, 'words', `${language}.json`);
    if (existsSync(file)) addWords(words, name, file);
  }
  cache.set(language, words);
  return words;
}

/** Client catalogue with the texts of the administration. */
export function administrationWordsOf(language: Language): ReadonlyMap<string, string> {
  const words = new Map(wordsOf(language));
  addWords(words, 'administration', path.join(administration, `${language}.json`));
  return words;
}
