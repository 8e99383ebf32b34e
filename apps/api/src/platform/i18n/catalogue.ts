import type { Lang } from '@wasl/contracts';
import i18next from 'i18next';

/** The words of one module in one language, optionally in groups. */
interface Tree {
  readonly [key: string]: string | Tree;
}

type Path<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Path<T[K], `${P}${K}.`>;
}[keyof T & string];

/** Plural forms share one key, without the suffix. */
type WithoutForms<K extends string> = K extends `${infer Base}_other`
  ? Base
  : K extends `${string}_${'zero' | 'one' | 'two' | 'few' | 'many'}`
    ? never
    : K;

/** A key of a module's words, such as `column.nom`. */
export type KeyOf<C> = C extends Catalogue<infer K> ? K : never;

/**
 * Returns a sentence with its values inserted unescaped: an HTML writer escapes the whole. The count selects the plural form.
 */
export type Translate<K extends string> = (
  key: K,
  values?: Readonly<Record<string, string>>,
  count?: number,
) => string;

/** The words of one module in the four languages. */
export interface Catalogue<K extends string> {
  in: (lang: Lang) => Translate<K>;
  /** Whether the key exists. Use it for names from stored data. */
  has: (key: string) => key is K;
  /** Every sentence of a language, with its placeholders. */
  sentences: (lang: Lang) => string[];
}

function leavesOf(words: unknown): string[] {
  if (typeof words === 'string') return [words];
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(leavesOf) : [];
}

/**
 * Creates a catalogue from a module's `words/{fr,en,ar,es}.json`, read by i18next.
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
