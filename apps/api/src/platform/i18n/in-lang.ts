import { langs, type Lang } from '@wasl/contracts';

import { localized } from './localized.ts';

/** A text in each language of the portal. */
export type EachLang = Readonly<Record<Lang, string>>;

export function inEachLang(textIn: (lang: Lang) => string): EachLang {
  return Object.fromEntries(langs.map((lang) => [lang, textIn(lang)])) as EachLang;
}

/** The text in the language; French where no translation exists. */
export function inLang<F extends string | null>(
  lang: Lang,
  texts: { fr: F; en: string | null; ar: string | null; es: string | null },
): F | string {
  return texts[lang] ?? texts.fr;
}

/** French is always present, the other languages where translated. */
export interface Labelled {
  readonly code: string;
  readonly libelleFr: string;
  readonly libelleEn: string | null;
  readonly libelleAr: string | null;
  readonly libelleEs: string | null;
}

export function labelOf(item: Omit<Labelled, 'code'>, lang: Lang): string {
  return inLang(lang, localized('libelle', item));
}

/** French is always present, the other languages where the reference data have them. */
export interface OrganisationName {
  readonly title: string;
  readonly titleEn: string | null;
  readonly titleAr: string | null;
  readonly titleEs: string | null;
}

/** Name of the organisation in the language, else in French. */
export function nameOf(row: OrganisationName, lang: Lang): string {
  return inLang(lang, { fr: row.title, en: row.titleEn, ar: row.titleAr, es: row.titleEs });
}
