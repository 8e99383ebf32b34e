import { defineCatalogue } from '../../../platform/i18n/catalogue.ts';
import ar from './ar.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };

/** The words that go to telephones: what happened, before the number and the link of the request. `mailbox` is for developers. */
export const phoneCatalogue = defineCatalogue({ fr, en, ar, es });
