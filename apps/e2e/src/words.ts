import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const languages = ['fr', 'en', 'ar', 'es'] as const;
export type Language = (typeof languages)[number];

type Tree = { readonly [key: string]: string | Tree };

const folder = path.join(import.meta.dirname, '../../web/src/i18n');
const plugins = path.join(import.meta.dirname, '../../web/src/plugins');

/** Client catalogue of a language: `namespace:key` → text. */
export function wordsOf(language: Language): Map<string, string> {
  const words = new Map<string, string>();
  const put = (tree: Tree, prefix: string, joint: string): void => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'string') words.set(`${prefix}${joint}${key}`, value);
      else put(value, `${prefix}${joint}${key}`, '.');
    }
  };
  for (const name of readdirSync(path.join(folder, language))) {
    const file = path.join(folder, language, name);
    put(JSON.parse(readFileSync(file, 'utf8')) as Tree, path.basename(name, '.json'), ':');
  }
  for (const name of readdirSync(plugins)) {
    const file = path.join(plugins, name, 'words', `${language}.json`);
    if (existsSync(file)) put(JSON.parse(readFileSync(file, 'utf8')) as Tree, name, ':');
  }
  return words;
}
