import { asciiDigits, instantOfWall, isDay, langs, wireDateTime } from '@wasl/contracts';

import { placeKey } from '../reference/index.ts';

const time = String.raw`(?:[ T](\d{1,2})[:h](\d{2})(?::\d{2})?)?`;
const yearFirst = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${time}$`);
// Short dates of Windows: `31/03/2026` in French and Spanish, `31-03-2026` in Arabic (Morocco), `31.03.2026` by choice.
const dayFirst = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})${time}$`);

const monthStyles = ['long', 'short'] as const;
/** Numbers of the months by name, in the languages of the portal. Morocco has Arabic names of its own. */
const months = new Map(
  [...langs, 'ar-MA'].flatMap((lang) =>
    monthStyles.flatMap((month) => {
      const names = new Intl.DateTimeFormat(lang, { month, timeZone: 'UTC' });
      return Array.from(
        { length: 12 },
        (_, index) => [placeKey(names.format(Date.UTC(2026, index))), String(index + 1)] as const,
      );
    }),
  ),
);
/** Long dates of Windows, and `15-janv-1998` of spreadsheets. */
const named =
  /^(?:\p{L}+[,،]? )?(\d{1,2})(?:er|º)?[ -](?:de )?([\p{L}\p{M}]+)\.?[,،]?[ -](?:de )?(\d{4}|\d{2})(?= |$)/iu;

/** Writes the name of a month as its number. */
function withMonthNumber(text: string): string {
  return asciiDigits(text).replace(named, (whole, day: string, name: string, year: string) => {
    const month = months.get(placeKey(name));
    return month === undefined ? whole : `${day}/${month}/${year}`;
  });
}

/** An instant of a person's exported data. Its day is a day that is stored without a time. */
const exportedInstant = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?Z$/;

interface Written {
  readonly day: string;
  readonly hours: number;
  readonly minutes: number;
}

function partsOf(text: string): Written | null {
  const digits = withMonthNumber(exportedInstant.test(text) ? text.slice(0, 10) : text);
  const first = yearFirst.exec(digits);
  const parts = first ?? dayFirst.exec(digits);
  if (!parts) return null;
  const [a = '', , month = '', b = '', hours = '0', minutes = '0'] = parts.slice(1);
  const [year, day] = first ? [a, b] : [b, a];
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(written) ? { day: written, hours: Number(hours), minutes: Number(minutes) } : null;
}

/**
 * Converts a written day (`2026-03-31`, `31/03/2026`, `31-03-2026`, `31.03.2026`, `31 mars 2026`, also with Arabic-Indic
 * digits) to `YYYY-MM-DD`; null when invalid.
 */
export function dayFromText(text: string): string | null {
  return partsOf(text)?.day ?? null;
}

/** The day of an instant on Morocco's clock, `YYYY-MM-DD`. */
export function wallDay(moment: Date): string {
  return wireDateTime(moment).slice(0, 10).replaceAll('/', '-');
}

const shortYear = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2}(?: \d{1,2}:\d{2}(?::\d{2})?)?$/;

/** Whether a day has a year of two digits, which is ambiguous: the century, and which part is the year. */
export function hasShortYear(text: string): boolean {
  return shortYear.test(withMonthNumber(text));
}

/** From 1927 to 2119. */
const serial = /^[1-7]\d{4}(?:[.,]\d+)?$/;
/** Days from the epoch of spreadsheets to 1970. */
const daysTo1970 = { 1900: 25_569, 1904: 24_107 };

/**
 * Converts the number that a spreadsheet gives a date to `YYYY-MM-DD HH:mm`; null for another text.
 * @param epoch the first year of the workbook's calendar
 */
export function momentFromSerial(text: string, epoch: 1900 | 1904 = 1900): string | null {
  const digits = asciiDigits(text);
  if (!serial.test(digits)) return null;
  const days = Number(digits.replace(',', '.')) - daysTo1970[epoch];
  const moment = new Date(Math.round(days * 24 * 60) * 60_000);
  return moment.toISOString().slice(0, 16).replace('T', ' ');
}

/**
 * Returns the instant of a day, with or without a time, on Morocco's clock; null when the text is not a date.
 * @param text a day of `dayFromText`, optionally followed by `HH:mm`
 */
export function instantFromText(text: string): Date | null {
  if (exportedInstant.test(text)) return isDay(text.slice(0, 10)) ? new Date(text) : null;
  const written = partsOf(text);
  if (!written || written.hours > 23 || written.minutes > 59) return null;
  const { day, hours, minutes } = written;
  return instantOfWall(Date.parse(`${day}T00:00:00Z`) + (hours * 60 + minutes) * 60_000);
}
