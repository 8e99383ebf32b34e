import { defineCatalogue } from '../../../platform/i18n/catalogue.ts';
import ar from './ar.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };

/** The titles of the exported worklist: of its sheet, of its columns. */
export const worklistCatalogue = defineCatalogue({ fr, en, ar, es });

/** A column of the exported worklist. */
export type WorklistColumn = keyof typeof fr.column;
