import { mostCounted, type Lang } from '@wasl/contracts';
import { useMemo } from 'react';

import { useLanguage } from '../../i18n/use-language.ts';
import { onTheWall } from './clock.ts';
import { serverNow } from '../http/server-time.ts';

// Morocco writes Latin digits in Arabic too; `always` keeps four-digit Spanish amounts grouped.
export const numberLocales: Readonly<Record<Lang, string>> = {
  fr: 'fr-FR',
  en: 'en-GB',
  ar: 'ar-MA-u-nu-latn',
  es: 'es-ES',
};

const pad = (value: number) => String(value).padStart(2, '0');

/** A day `YYYY-MM-DD` (or a longer text that begins so) as dd/MM/yyyy; empty for nothing. */
export function formatDay(value: string | null | undefined): string {
  const parts = /^(\d{4})[-/](\d{2})[-/](\d{2})/.exec(value ?? '');
  return parts ? `${String(parts[3])}/${String(parts[2])}/${String(parts[1])}` : '';
}

/**
 * A moment as dd/MM/yyyy HH:mm in Casablanca. Takes an instant (ISO text with its zone, or a Date)
 * or the wire's own text `YYYY/MM/DD HH:mm`, which is in Casablanca time already.
 */
export function formatMoment(value: string | Date | null | undefined): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'string') {
    const local = /^\d{4}\/\d{2}\/\d{2} (\d{2}:\d{2})/.exec(value);
    if (local) return `${formatDay(value)} ${String(local[1])}`;
  }
  const date = typeof value === 'string' ? new Date(value) : value;
  if (Number.isNaN(date.getTime())) return '';
  const wall = onTheWall(date);
  return `${formatDay(wall)} ${wall.slice(11)}`;
}

/** Today in Casablanca, `YYYY-MM-DD`. */
export function today(now = new Date(serverNow())): string {
  return onTheWall(now).slice(0, 10);
}

/** The time of day of an instant on this device, HH:mm, as "saved at 14:32" wants it. */
export function formatClock(value: number | Date): string {
  const date = new Date(value);
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

// French groups with a space so thin that the eye misses it, and sets it before %; number fields, and the words of the
// catalogues, have the plain one that does not break.
/** A number in the language's own form, at most `digits` decimals (2 unless told). */
export function formatNumber(value: number, lang: Lang, digits = 2): string {
  const text = new Intl.NumberFormat(numberLocales[lang], {
    maximumFractionDigits: digits,
    useGrouping: 'always',
  }).format(value);
  return text.replaceAll('\u202f', '\u00a0');
}

/** How many there are where one counts as far as `mostCounted`: 1 000+ for more. */
export function formatCounted(count: number, lang: Lang): string {
  return count > mostCounted
    ? isolated(`${formatNumber(mostCounted, lang)}+`)
    : formatNumber(count, lang);
}

/** A percentage given in percent (12.5 → 12,5 %), at most two decimals. */
export function formatPercent(percent: number, lang: Lang): string {
  const text = new Intl.NumberFormat(numberLocales[lang], {
    style: 'percent',
    maximumFractionDigits: 2,
  }).format(percent / 100);
  return text.replaceAll('\u202f', '\u00a0');
}

// An amount stays on one line: no plain space within.
const millionWord: Readonly<Record<Lang, string>> = {
  fr: 'M\u00a0MAD',
  en: 'M\u00a0MAD',
  ar: 'مليون\u00a0درهم',
  es: 'M\u00a0MAD',
};
const dirhamWord: Readonly<Record<Lang, string>> = { fr: 'MAD', en: 'MAD', ar: 'درهم', es: 'MAD' };

/** An amount in dirhams shown in millions, `digits` decimals at most: 12 500 000 → 12,5 M MAD. */
export function formatMillions(dirhams: number, lang: Lang, digits = 3): string {
  return `${formatNumber(dirhams / 1_000_000, lang, digits)}\u00a0${millionWord[lang]}`;
}

/** An amount in full dirhams, two decimals at most. */
export function formatDirhams(dirhams: number, lang: Lang): string {
  return `${formatNumber(dirhams, lang)}\u00a0${dirhamWord[lang]}`;
}

const byteUnits: Readonly<Record<Lang, readonly [string, string, string]>> = {
  fr: ['o', 'Ko', 'Mo'],
  en: ['B', 'KB', 'MB'],
  ar: ['بايت', 'كيلوبايت', 'ميغابايت'],
  es: ['B', 'KB', 'MB'],
};

/** The size of a file. */
export function formatBytes(bytes: number, lang: Lang): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  const unit = byteUnits[lang][step];
  return `${formatNumber(bytes / 1000 ** step, lang, step === 2 ? 1 : 0)}\u00a0${unit}`;
}

/** Names one after the other, with the language's own comma. */
export function formatList(names: readonly string[], lang: Lang): string {
  return names.join(lang === 'ar' ? '، ' : ', ');
}

/** Names as a part of a sentence: A, B and C. */
export function formatNames(names: readonly string[], lang: Lang): string {
  return new Intl.ListFormat(lang, { type: 'conjunction' }).format(names);
}

/** The formats that depend on the language, bound to the one in use. */
export function useFormats() {
  const lang = useLanguage();
  return useMemo(
    () => ({
      number: (value: number, digits?: number) => formatNumber(value, lang, digits),
      counted: (count: number) => formatCounted(count, lang),
      percent: (value: number) => formatPercent(value, lang),
      millions: (value: number, digits?: number) => formatMillions(value, lang, digits),
      dirhams: (value: number) => formatDirhams(value, lang),
      bytes: (value: number) => formatBytes(value, lang),
      list: (names: readonly string[]) => formatList(names, lang),
      names: (names: readonly string[]) => formatNames(names, lang),
    }),
    [lang],
  );
}

/** A name inside a sentence that may run the other way: set apart, so that neither disturbs the other. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
