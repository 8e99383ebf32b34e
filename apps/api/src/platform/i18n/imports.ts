import { langs, type Lang } from '@wasl/contracts';
import { createInstance } from 'i18next';

import ar from './ar/imports.json' with { type: 'json' };
import en from './en/imports.json' with { type: 'json' };
import es from './es/imports.json' with { type: 'json' };
import fr from './fr/imports.json' with { type: 'json' };

type Path<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Path<T[K], `${P}${K}.`>;
}[keyof T & string];

/** A key of the imports' catalogue, as French (the source) has it. */
export type ImportsKey = Path<typeof fr>;
/** A sentence in one language, with its values put in as they are. */
export type ImportsTranslate = (
  key: ImportsKey,
  values?: Readonly<Record<string, string>>,
) => string;
/** A column of the beneficiaries' file. */
export type BeneficiaryColumn = keyof typeof fr.column;

const i18n = createInstance({
  lng: 'fr',
  fallbackLng: 'fr',
  ns: ['imports'],
  defaultNS: 'imports',
  resources: { fr: { imports: fr }, en: { imports: en }, ar: { imports: ar }, es: { imports: es } },
  interpolation: { escapeValue: false },
  initAsync: false,
});
void i18n.init();

export function importsTranslator(lang: Lang): ImportsTranslate {
  const translate = i18n.getFixedT(lang, 'imports');
  return (key, values = {}) => translate(key, values);
}

/** The title of a column in every language: all are understood in a header. */
export function columnTitles(column: BeneficiaryColumn): string[] {
  return langs.map((lang) => importsTranslator(lang)(`column.${column}`));
}

/** The title of the column of faults in every language: such a column of a file is left aside. */
export function faultsTitles(): string[] {
  return langs.map((lang) => importsTranslator(lang)('faults.title'));
}
