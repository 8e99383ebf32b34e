import { defineCatalogue } from '../../i18n/catalogue.ts';
import ar from './ar.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };

/** Texts of phone messages: the event, before the number and the link of the request. */
export const phoneCatalogue = defineCatalogue({ fr, en, ar, es });
