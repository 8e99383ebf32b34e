import type { Lang } from '@wasl/contracts';

// Morocco writes Latin digits in Arabic too. `always` groups four-digit Spanish amounts.
const locales: Readonly<Record<Lang, string>> = {
  fr: 'fr-FR',
  en: 'en-GB',
  ar: 'ar-MA-u-nu-latn',
  es: 'es-ES',
};

function numberFormats(lang: Lang) {
  const locale = locales[lang];
  return {
    number: new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: 'always' }),
    exact: new Intl.NumberFormat(locale, { maximumFractionDigits: 6, useGrouping: 'always' }),
    percent: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
    list: new Intl.ListFormat(locale, { type: 'unit', style: 'short' }),
  };
}

const made = new Map<Lang, ReturnType<typeof numberFormats>>();

export function formatsOf(lang: Lang): ReturnType<typeof numberFormats> {
  const known = made.get(lang);
  if (known) return known;
  const formats = numberFormats(lang);
  made.set(lang, formats);
  return formats;
}

/** Formats a day `YYYY-MM-DD` as dd/MM/yyyy. */
export function formatDay(day: string): string {
  return day.split('-').reverse().join('/');
}
