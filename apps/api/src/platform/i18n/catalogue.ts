import type { Lang } from '@wasl/contracts';
import i18next from 'i18next';

/** The words of one module in one language: sentences, in groups or not. */
interface Tree {
  readonly [key: string]: string | Tree;
}

type Path<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Path<T[K], `${P}${K}.`>;
}[keyof T & string];

/** A sentence with plural forms is asked for by the name that they share. */
type WithoutForms<K extends string> = K extends `${infer Base}_other`
  ? Base
  : K extends `${string}_${'zero' | 'one' | 'two' | 'few' | 'many'}`
    ? never
    : K;

/** A key of a module's words, such as `column.nom`. */
export type KeyOf<C> = C extends Catalogue<infer K> ? K : never;

/**
 * A sentence in one language, with its values put in as they are: whoever writes HTML escapes the whole. The count
 * chooses among plural forms.
 */
export type Translate<K extends string> = (
  key: K,
  values?: Readonly<Record<string, string>>,
  count?: number,
) => string;

/** The words of one module in the four languages. */
export interface Catalogue<K extends string> {
  /** The sentences of a language. */
  in: (lang: Lang) => Translate<K>;
  /** Whether there is such a key: names that come from stored data are looked up with it. */
  has: (key: string) => key is K;
  /** Every sentence of a language, its values not put in. */
  sentences: (lang: Lang) => string[];
}

function leavesOf(words: unknown): string[] {
  if (typeof words === 'string') return [words];
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(leavesOf) : [];
}

/**
 * The words that stand beside a module (`words/{fr,en,ar,es}.json`), read by i18next.
 * @param words the files by language; French is the source of the keys
 */
export function defineCatalogue<T extends Tree>(
  words: Readonly<Record<Lang, T>>,
): Catalogue<WithoutForms<Path<T>>> {
  const i18n = i18next.createInstance({
    lng: 'fr',
    fallbackLng: 'fr',
    resources: Object.fromEntries(
      Object.entries(words).map(([lang, translation]) => [lang, { translation }]),
    ),
    interpolation: { escapeValue: false, skipOnVariables: true },
    initAsync: false,
  });
  void i18n.init();
  return {
    in: (lang) => {
      const translate = i18n.getFixedT(lang);
      return (key, values = {}, count) =>
        count === undefined ? translate(key, values) : translate(key, { ...values, count });
    },
    has: (key): key is WithoutForms<Path<T>> => i18n.exists(key, { lng: 'fr' }),
    sentences: (lang) => leavesOf(words[lang]),
  };
}
