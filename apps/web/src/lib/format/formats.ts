import { mostCounted, type Lang } from '@wasl/contracts';
import { useMemo } from 'react';

import { useLanguage } from '../../i18n/use-language.ts';
import { toLocalTime } from './clock.ts';
import { serverNow } from '../http/server-time.ts';

// Arabic in Morocco uses Latin digits. `always` also groups four-digit Spanish amounts.
export const numberLocales: Readonly<Record<Lang, string>> = {
  fr: 'fr-FR',
  en: 'en-GB',
  ar: 'ar-MA-u-nu-latn',
  es: 'es-ES',
};

const pad = (value: number) => String(value).padStart(2, '0');

/** Formats a day `YYYY-MM-DD` (or a longer text with that prefix) as dd/MM/yyyy; '' for null or undefined. */
export function formatDay(value: string | null | undefined): string {
  const parts = /^(\d{4})[-/](\d{2})[-/](\d{2})/.exec(value ?? '');
  return parts ? `${String(parts[3])}/${String(parts[2])}/${String(parts[1])}` : '';
}

/**
 * Formats a moment as dd/MM/yyyy HH:mm in Casablanca time.
 * @param value an instant (ISO text with its zone, or a Date), or `YYYY/MM/DD HH:mm` from the API, already in
 * Casablanca time
 */
export function formatMoment(value: string | Date | null | undefined): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'string') {
    const local = /^\d{4}\/\d{2}\/\d{2} (\d{2}:\d{2})/.exec(value);
    if (local) return `${formatDay(value)} ${String(local[1])}`;
  }
  const date = typeof value === 'string' ? new Date(value) : value;
  if (Number.isNaN(date.getTime())) return '';
  const wall = toLocalTime(date);
  return `${formatDay(wall)} ${wall.slice(11)}`;
}

/** Today in Casablanca, `YYYY-MM-DD`. */
export function today(now = new Date(serverNow())): string {
  return toLocalTime(now).slice(0, 10);
}

/** Time of day of an instant in the zone of the device, HH:mm. */
export function formatClock(value: number | Date): string {
  const date = new Date(value);
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

// French uses a narrow no-break space for groups and before %. It is replaced by a plain no-break space, as in number
// fields and the catalogues.
export function formatNumber(value: number, lang: Lang, digits = 2): string {
  const text = new Intl.NumberFormat(numberLocales[lang], {
    maximumFractionDigits: digits,
    useGrouping: 'always',
  }).format(value);
  return text.replaceAll('\u202f', '\u00a0');
}

/** Formats a count; above the limit `most` it is shown as 1 000+. */
export function formatCounted(count: number, lang: Lang, most = mostCounted): string {
  return count > most ? isolated(`${formatNumber(most, lang)}+`) : formatNumber(count, lang);
}

/** Formats a value in percent (12.5 → 12,5 %), with at most two decimals. */
export function formatPercent(percent: number, lang: Lang): string {
  const text = new Intl.NumberFormat(numberLocales[lang], {
    style: 'percent',
    maximumFractionDigits: 2,
  }).format(percent / 100);
  return text.replaceAll('\u202f', '\u00a0');
}

/** Formats a number of days for a narrow column: 17j. */
export function formatDaysNarrow(days: number, lang: Lang): string {
  return new Intl.NumberFormat(numberLocales[lang], {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'narrow',
  }).format(days);
}

// No-break spaces keep an amount on one line.
const millionWord: Readonly<Record<Lang, string>> = {
  fr: 'M\u00a0MAD',
  en: 'M\u00a0MAD',
  ar: 'مليون\u00a0درهم',
  es: 'M\u00a0MAD',
};
const dirhamWord: Readonly<Record<Lang, string>> = { fr: 'MAD', en: 'MAD', ar: 'درهم', es: 'MAD' };

/** Formats an amount of dirhams in millions: 12 500 000 → 12,5 M MAD. @param digits limit of decimals */
export function formatMillions(dirhams: number, lang: Lang, digits = 3): string {
  return `${formatNumber(dirhams / 1_000_000, lang, digits)}\u00a0${millionWord[lang]}`;
}

export function formatDirhams(dirhams: number, lang: Lang): string {
  return `${formatNumber(dirhams, lang)}\u00a0${dirhamWord[lang]}`;
}

const byteUnits: Readonly<Record<Lang, readonly [string, string, string]>> = {
  fr: ['o', 'Ko', 'Mo'],
  en: ['B', 'KB', 'MB'],
  ar: ['بايت', 'كيلوبايت', 'ميغابايت'],
  es: ['B', 'KB', 'MB'],
};

export function formatBytes(bytes: number, lang: Lang): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  const unit = byteUnits[lang][step];
  return `${formatNumber(bytes / 1000 ** step, lang, step === 2 ? 1 : 0)}\u00a0${unit}`;
}

export function formatList(names: readonly string[], lang: Lang): string {
  return names.join(lang === 'ar' ? '، ' : ', ');
}

/** A, B and C. */
export function formatNames(names: readonly string[], lang: Lang): string {
  return new Intl.ListFormat(lang, { type: 'conjunction' }).format(names);
}

export function useFormats() {
  const lang = useLanguage();
  return useMemo(
    () => ({
      number: (value: number, digits?: number) => formatNumber(value, lang, digits),
      counted: (count: number, most?: number) => formatCounted(count, lang, most),
      percent: (value: number) => formatPercent(value, lang),
      daysNarrow: (days: number) => formatDaysNarrow(days, lang),
      millions: (value: number, digits?: number) => formatMillions(value, lang, digits),
      dirhams: (value: number) => formatDirhams(value, lang),
      bytes: (value: number) => formatBytes(value, lang),
      list: (names: readonly string[]) => formatList(names, lang),
      names: (names: readonly string[]) => formatNames(names, lang),
    }),
    [lang],
  );
}

/** Wraps a name in bidi isolates, so that it keeps its direction inside a sentence. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
