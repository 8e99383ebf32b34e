import { langs, type Lang, type PersonMember } from '@wasl/contracts';
import arShared from '@wasl/contracts/words/ar';
import enShared from '@wasl/contracts/words/en';
import esShared from '@wasl/contracts/words/es';
import frShared from '@wasl/contracts/words/fr';

import { defineCatalogue, type KeyOf, type Translate } from '../../../platform/i18n/catalogue.ts';
import ar from './ar.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };

export const importCatalogue = defineCatalogue({ fr, en, ar, es });

export type ImportsKey = KeyOf<typeof importCatalogue>;
export type ImportsTranslate = Translate<ImportsKey>;
const shared = { fr: frShared, en: enShared, ar: arShared, es: esShared };

type OwnColumn = keyof typeof fr.column;
type TitledColumn = PersonMember | OwnColumn;
const hasOwnTitle = (column: TitledColumn): column is OwnColumn => column in fr.column;

/** The title of a column: that of the imports, else the name of the member. */
export function columnTitle(column: TitledColumn, lang: Lang): string {
  return hasOwnTitle(column)
    ? importCatalogue.in(lang)(`column.${column}`)
    : shared[lang].person[column];
}

/** Earlier titles of the templates, because files made from them are still in use. */
const formerTitles: Partial<Record<TitledColumn, readonly string[]>> = {
  email: ['E-mail'],
  nom: ['Surname', 'Apellido'],
  province: ['Province', 'Provincia', 'الإقليم أو العمالة'],
  codeCountry: ['Country prefix'],
  levelOfStudy: ['Niveau d’étude', 'Level of study'],
  headquarter: ['Siège', 'Sede'],
  ice: ['ICE number'],
};

/** Titles of a column in every language, then its earlier titles. A header accepts all of them. */
export function columnTitles(column: TitledColumn): string[] {
  return [...langs.map((lang) => columnTitle(column, lang)), ...(formerTitles[column] ?? [])];
}

/** The label of a column's fixed code; the code itself when the catalogue has none. */
export function choiceLabel(code: string, lang: Lang): string {
  const key = `choice.${code}`;
  return importCatalogue.has(key) ? importCatalogue.in(lang)(key) : code;
}

/** The name of the template's second sheet in every language. It contains no rows to import. */
export function codesSheets(): string[] {
  return langs.map((lang) => importCatalogue.in(lang)('template.codesSheet'));
}

/** The title of the column of faults in every language. The import ignores such a column. */
export const faultsTitles: readonly string[] = langs.map((lang) =>
  importCatalogue.in(lang)('faults.title'),
);
