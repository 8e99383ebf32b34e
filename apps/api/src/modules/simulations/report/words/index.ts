import {
  defineCatalogue,
  type KeyOf,
  type Translate,
} from '../../../../platform/i18n/catalogue.ts';
import ar from './ar.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };

export const reportCatalogue = defineCatalogue({ fr, en, ar, es });

export type ReportTranslate = Translate<KeyOf<typeof reportCatalogue>>;
export type ReportField = keyof typeof fr.field;
