import { asciiDigits, dayOf, withoutBidiControls } from '@wasl/contracts';

/** The year for the number of a request created at this instant, on Morocco's clock. */
export function numberingYear(now: Date): number {
  return Number(dayOf(now).slice(0, 4));
}

/** Formats `YYYY-NNNNNN`. Beyond 999,999 requests in a year the numbers get longer. */
export function formatRequestNumber(year: number, sequence: number): string {
  return `${String(year)}-${String(sequence).padStart(6, '0')}`;
}

// A whole number behind words, as in a copied title: "Demande n° 2026-000102".
const titled = /^[^\d]{1,60}[\s:](20\d\d)[\s\p{Pd}\u2212./]*(\d{6})\)?$/u;
// "#", "N°", "nº", "No.", "№", "رقم".
const prefix = /^(?:#|n\s?[°ºo]\.?|№|رقم)[\s:]*/i;
const separator = /[\s\p{Pd}\u2212./]/u;

/** A request number as a reader wrote or copied it. */
export interface SoughtNumber {
  /** A part of the stored number. */
  readonly part: string;
  /** The whole stored number of one that is written without its zeros; null for any other. */
  readonly whole: string | null;
}

/** Reads a number with any digits, dashes, spaces and prefix; null for text that is not a number. */
export function soughtNumber(text: string): SoughtNumber | null {
  const plain = asciiDigits(withoutBidiControls(text))
    .replace(/[\u200b-\u200d\u2060]/g, '')
    .trim();
  const ofTitle = plain.replace(titled, '$1-$2');
  if (ofTitle !== plain) return { part: ofTitle, whole: null };
  const written = plain.replace(prefix, '');
  const [first = '', ...rest] = written.split(separator).filter((piece) => piece !== '');
  const sequence = rest.join('');
  const digits = first + sequence;
  if (!/^\d+$/.test(digits)) return null;
  // Ten digits without a separator are a whole number too.
  const ofDigits = digits.replace(/^(20\d\d)(\d{6})$/, '$1-$2');
  if (ofDigits !== digits) return { part: ofDigits, whole: null };
  // A dash after the last digits of a year is a part of the number, as in `26-000102`.
  const hasDash = /^\d{1,4}\s*[\p{Pd}\u2212]/u.test(written);
  const isYear = /^20\d\d$/.test(first) && sequence !== '';
  const isShort = isYear && sequence.length < 6;
  return {
    part: isYear || hasDash ? `${first}-${sequence}` : digits,
    whole: isShort ? formatRequestNumber(Number(first), Number(sequence)) : null,
  };
}

/** The stored form of a whole number; other text unchanged. */
export function storedNumber(text: string): string {
  const sought = soughtNumber(text);
  return sought?.whole ?? sought?.part ?? text;
}
