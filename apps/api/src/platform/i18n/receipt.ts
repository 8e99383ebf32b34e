import type { Lang } from '@wasl/contracts';
import { createInstance } from 'i18next';

import ar from './ar/receipt.json' with { type: 'json' };
import en from './en/receipt.json' with { type: 'json' };
import es from './es/receipt.json' with { type: 'json' };
import fr from './fr/receipt.json' with { type: 'json' };

type Path<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Path<T[K], `${P}${K}.`>;
}[keyof T & string];

/** A key of the receipts' catalogue, as French (the source) has it. */
export type ReceiptKey = Path<typeof fr>;
/** A sentence in one language, with its values put in as they are. */
export type ReceiptTranslate = (
  key: ReceiptKey,
  values?: Readonly<Record<string, string>>,
) => string;

const i18n = createInstance({
  lng: 'fr',
  fallbackLng: 'fr',
  ns: ['receipt'],
  defaultNS: 'receipt',
  resources: { fr: { receipt: fr }, en: { receipt: en }, ar: { receipt: ar }, es: { receipt: es } },
  interpolation: { escapeValue: false, skipOnVariables: true },
  initAsync: false,
});
void i18n.init();

export function receiptTranslator(lang: Lang): ReceiptTranslate {
  const translate = i18n.getFixedT(lang, 'receipt');
  return (key, values = {}) => translate(key, values);
}
