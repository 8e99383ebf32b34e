import { asciiDigits, instantOfWall, isDay } from '@wasl/contracts';

const yearFirst = /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[ T](\d{2}):(\d{2})(?::\d{2})?)?$/;
// The format of a date in a CSV that a French spreadsheet program saves.
const dayFirst = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[ T](\d{1,2}):(\d{2})(?::\d{2})?)?$/;

/**
 * Converts a written day (`2026-03-31`, `2026/03/31`, `31/03/2026`, also with Arabic-Indic digits) to `YYYY-MM-DD`;
 * null when invalid.
 */
export function dayFromText(text: string): string | null {
  const digits = asciiDigits(text);
  const first = yearFirst.exec(digits);
  const last = first ? null : dayFirst.exec(digits);
  const [year, month, day] = first ? first.slice(1, 4) : (last?.slice(1, 4).reverse() ?? []);
  const written = `${year ?? ''}-${(month ?? '').padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`;
  return isDay(written) ? written : null;
}

const shortYear = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2}(?: \d{1,2}:\d{2}(?::\d{2})?)?$/;

/** Whether a day has a year of two digits, which is ambiguous: the century, and which part is the year. */
export function hasShortYear(text: string): boolean {
  return shortYear.test(asciiDigits(text));
}

/**
 * Returns the instant of a day, with or without a time, on Morocco's clock; null when the text is not a date.
 * @param text `YYYY-MM-DD`, `YYYY/MM/DD HH:mm`, `DD/MM/YYYY` or `DD/MM/YYYY HH:mm`
 */
export function instantFromText(text: string): Date | null {
  const day = dayFromText(text);
  if (day === null) return null;
  const digits = asciiDigits(text);
  const parts = yearFirst.exec(digits) ?? dayFirst.exec(digits);
  const hours = Number(parts?.[4] ?? 0);
  const minutes = Number(parts?.[5] ?? 0);
  if (hours > 23 || minutes > 59) return null;
  const wanted = Date.parse(`${day}T00:00:00Z`) + (hours * 60 + minutes) * 60_000;
  return instantOfWall(wanted);
}
