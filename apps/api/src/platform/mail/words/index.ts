import { defineCatalogue, type KeyOf, type Translate } from '../../i18n/catalogue.ts';
import ar from './ar.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };

export const mailCatalogue = defineCatalogue({ fr, en, ar, es });

export type MailKey = KeyOf<typeof mailCatalogue>;
export type MailTranslate = Translate<MailKey>;
