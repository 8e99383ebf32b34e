import { langs } from '@wasl/contracts';

import { defineCatalogue, type KeyOf, type Translate } from '../../../platform/i18n/catalogue.ts';
import ar from './ar.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };

/** The words of the imports: templates, faults, outcomes. */
export const importCatalogue = defineCatalogue({ fr, en, ar, es });

export type ImportsKey = KeyOf<typeof importCatalogue>;
export type ImportsTranslate = Translate<ImportsKey>;
/** A column of the beneficiaries' file. */
export type BeneficiaryColumn = keyof typeof fr.column;

/** The title of a column in every language: all are understood in a header. */
export function columnTitles(column: BeneficiaryColumn): string[] {
  return langs.map((lang) => importCatalogue.in(lang)(`column.${column}`));
}

/** The title of the column of faults in every language: such a column of a file is left aside. */
export function faultsTitles(): string[] {
  return langs.map((lang) => importCatalogue.in(lang)('faults.title'));
}
