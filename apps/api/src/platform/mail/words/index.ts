import type { Lang } from '@wasl/contracts';

import { defineCatalogue, type KeyOf, type Translate } from '../../i18n/catalogue.ts';
import ar from './ar.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };

export const mailCatalogue = defineCatalogue({ fr, en, ar, es });

export type MailKey = KeyOf<typeof mailCatalogue>;
export type MailTranslate = Translate<MailKey>;

/** A sign in place of each value of a sentence. */
const anyValues = Object.fromEntries(
  Array.from(JSON.stringify(fr).matchAll(/\{\{(\w+)\}\}/g), ([, name = '']) => [name, '…']),
);

/** The subject of a mail whose values are not known; null for a template without words here. */
export function subjectWithoutValues(template: string, lang: Lang): string | null {
  const key = `${template}.subject`;
  return mailCatalogue.has(key) ? mailCatalogue.in(lang)(key, anyValues) : null;
}
