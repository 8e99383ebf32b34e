import type { Lang } from '@wasl/contracts';
import { createInstance } from 'i18next';

import ar from './ar/report.json' with { type: 'json' };
import en from './en/report.json' with { type: 'json' };
import es from './es/report.json' with { type: 'json' };
import fr from './fr/report.json' with { type: 'json' };

type Path<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Path<T[K], `${P}${K}.`>;
}[keyof T & string];

/** A key of the reports' catalogue, as French (the source) has it. */
export type ReportKey = Path<typeof fr>;
/** A field of either form, as the reports name it. */
export type ReportField = keyof typeof fr.field;
/** A sentence in one language, with its values put in as they are. */
export type ReportTranslate = (key: ReportKey, values?: Readonly<Record<string, string>>) => string;

const i18n = createInstance({
  lng: 'fr',
  fallbackLng: 'fr',
  ns: ['report'],
  defaultNS: 'report',
  resources: { fr: { report: fr }, en: { report: en }, ar: { report: ar }, es: { report: es } },
  interpolation: { escapeValue: false, skipOnVariables: true },
  initAsync: false,
});
void i18n.init();

export function reportTranslator(lang: Lang): ReportTranslate {
  const translate = i18n.getFixedT(lang, 'report');
  return (key, values = {}) => translate(key, values);
}

/** Whether the catalogue has the key: names that come from stored data are looked up with it. */
export function isReportKey(key: string): key is ReportKey {
  return i18n.exists(key, { lng: 'fr', ns: 'report' });
}

function leavesOf(words: unknown): string[] {
  if (typeof words === 'string') return [words];
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(leavesOf) : [];
}

/** Every sentence of the reports' catalogue in a language, its values not put in. */
export function reportSentences(lang: Lang): string[] {
  return leavesOf(i18n.getResourceBundle(lang, 'report'));
}
