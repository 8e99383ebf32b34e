import { langs, type Lang } from '@wasl/contracts';

import { localized } from './localized.ts';

/** A text in each language of the portal. */
export type EachLang = Readonly<Record<Lang, string>>;

/** The text that `textIn` finds for each language. */
export function inEachLang(textIn: (lang: Lang) => string): EachLang {
  return Object.fromEntries(langs.map((lang) => [lang, textIn(lang)])) as EachLang;
}

/** The text of the language; French where there is no translation. */
export function inLang<F extends string | null>(
  lang: Lang,
  texts: { fr: F; en: string | null; ar: string | null; es: string | null },
): F | string {
  return texts[lang] ?? texts.fr;
}

/** An item's words: French always, the other languages where translated. */
export interface Labelled {
  readonly code: string;
  readonly libelleFr: string;
  readonly libelleEn: string | null;
  readonly libelleAr: string | null;
  readonly libelleEs: string | null;
}

/** An item's label in the language. */
export function labelOf(item: Omit<Labelled, 'code'>, lang: Lang): string {
  return inLang(lang, localized('libelle', item));
}

/** French always, the other languages where the reference data have them. */
export interface OrganisationName {
  readonly title: string;
  readonly titleEn: string | null;
  readonly titleAr: string | null;
  readonly titleEs: string | null;
}

/** What the organisation is called in the language; its French name where it has no other. */
export function nameOf(row: OrganisationName, lang: Lang): string {
  return inLang(lang, { fr: row.title, en: row.titleEn, ar: row.titleAr, es: row.titleEs });
}
