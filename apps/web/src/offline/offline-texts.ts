import type { Lang } from '@wasl/contracts';

import type offline from '../i18n/fr/offline.json';

type Words = typeof offline;
type Section = Extract<keyof Words, string>;
/** `section.key`, typed from the French catalogue. */
export type WordKey = {
  [S in Section]: `${S}.${Extract<keyof Words[S], string>}`;
}[Section];
export type Translate = (key: WordKey, values?: Readonly<Record<string, string>>) => string;

const catalogues = import.meta.glob<Words>('../i18n/*/offline.json', { import: 'default' });

export async function loadWords(lang: Lang): Promise<Translate> {
  const words = await catalogues[`../i18n/${lang}/offline.json`]?.();
  if (words === undefined) throw new Error(`No offline words in ${lang}`);
  const sections = words as unknown as Readonly<Record<string, Readonly<Record<string, string>>>>;
  return (key, values = {}) => {
    const [section = '', name = ''] = key.split('.');
    const phrase = sections[section]?.[name] ?? key;
    return phrase.replace(/\{\{(\w+)\}\}/g, (_, slot: string) => values[slot] ?? '');
  };
}
