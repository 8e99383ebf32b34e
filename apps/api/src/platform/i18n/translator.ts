import type { Lang } from '@wasl/contracts';
import { createInstance } from 'i18next';

import ar from './ar/mail.json' with { type: 'json' };
import en from './en/mail.json' with { type: 'json' };
import es from './es/mail.json' with { type: 'json' };
import fr from './fr/mail.json' with { type: 'json' };

type Path<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Path<T[K], `${P}${K}.`>;
}[keyof T & string];

/** A key of the mail catalogue, as French (the source) has it. */
export type MailKey = Path<typeof fr>;
/** A sentence in one language, with its values put in as they are: whoever writes HTML escapes the whole. */
export type Translate = (key: MailKey, values?: Readonly<Record<string, string>>) => string;

const i18n = createInstance({
  lng: 'fr',
  fallbackLng: 'fr',
  ns: ['mail'],
  defaultNS: 'mail',
  resources: { fr: { mail: fr }, en: { mail: en }, ar: { mail: ar }, es: { mail: es } },
  interpolation: { escapeValue: false },
  initAsync: false,
});
void i18n.init();

export function mailTranslator(lang: Lang): Translate {
  const translate = i18n.getFixedT(lang, 'mail');
  return (key, values = {}) => translate(key, values);
}
