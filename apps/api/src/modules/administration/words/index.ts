import { defineCatalogue } from '../../../platform/i18n/catalogue.ts';
import ar from './ar.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };

/** The page of a link that registers an administrator's browser. */
export const entryCatalogue = defineCatalogue({ fr, en, ar, es });
