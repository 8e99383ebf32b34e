import type { Lang } from '@wasl/contracts';

import type landing from '../i18n/fr/landing.json';

type Words = typeof landing;
type Section = Extract<keyof Words, string>;
/** `section.key`, typed from the French catalogue. */
export type WordKey = {
  [S in Section]: `${S}.${Extract<keyof Words[S], string>}`;
}[Section];
export type Translate = (key: WordKey, values?: Readonly<Record<string, string>>) => string;

const catalogues = import.meta.glob<Words>('../i18n/*/landing.json', { import: 'default' });

/** Translates with one language's catalogue of this page, like i18next but without loading it. */
export function translator(words: Words): Translate {
  const sections = words as unknown as Readonly<Record<string, Readonly<Record<string, string>>>>;
  return (key, values = {}) => {
    const [section = '', name = ''] = key.split('.');
    const phrase = sections[section]?.[name] ?? key;
    return phrase.replace(/\{\{(\w+)\}\}/g, (_, slot: string) => values[slot] ?? '');
  };
}

export async function loadWords(lang: Lang): Promise<Translate> {
  const load = catalogues[`../i18n/${lang}/landing.json`];
  if (load === undefined) throw new Error(`No landing words in ${lang}`);
  return translator(await load());
}
