import type { Lang } from '@wasl/contracts';
import { asciiDigits, withoutBidiControls } from '@wasl/contracts/characters';

/** Kind of number in a field: a whole number, dirhams with centimes, or a percentage with two decimals. */
export type NumberKind = 'whole' | 'amount' | 'percent';

/** Reason of a refusal; each is a key of `validation` in the contract's catalogue. */
export type NumberRefusal = 'number' | 'negative' | 'whole' | 'twoDecimals' | 'tooLarge';

export type NumberReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'read'; readonly value: number }
  /** The text has several readings and the user must choose. */
  | { readonly kind: 'ambiguous'; readonly values: readonly number[] }
  | { readonly kind: 'refused'; readonly why: NumberRefusal };

/** A decimal as digits, so that multiplying by a power of ten never rounds. */
interface Decimal {
  readonly whole: string;
  readonly fraction: string;
}

const refused = (why: NumberRefusal): NumberReading => ({ kind: 'refused', why });

/** Longer than any amount with its unit. */
const longestText = 60;
/** Digits that a JavaScript number stores exactly. */
const mostDigits = 15;

/** Marks without a width, Arabic vowel signs, and the stroke that lengthens a word. */
const silent = /[\u200b-\u200d]|[\u064b-\u0652]|\u0640/g;
/** A sign, digits with their separators, and the words after them. */
const written = /^([-−–+]?)\s*([.,٫،]?\d(?:[\s.,،'’ʼ٫٬]*\d)*)([.,٫،]?)\s*(\D*)$/u;
const currency = '(?:mad|dhs?|d[ií]rhams?|د\\s?\\.?\\s?م\\.?|درهما?|دراهم)';
const currencyBefore = new RegExp(`^${currency}(?!\\p{L})\\s*`, 'iu');
const currencyAfter = new RegExp(`\\s*(?:\\b(?:de|of)\\s+)?${currency}$`, 'iu');
const percentAround = /^[%٪]\s*|\s*[%٪]$/gu;

/** Group sign in each language's own format (`lib/format/formats.ts`): it is never a decimal sign there. */
const ownGroupSign: Readonly<Record<Lang, string>> = { fr: ' ', en: ',', ar: '.', es: '.' };
const groupSigns = new Set([' ', '.', ',', "'", '٬']);
const decimalSigns = new Set(['.', ',', '٫']);

/** Powers of ten by word, for words with one meaning in all languages. */
const powers = new Map<string, readonly number[]>([
  ...['k', 'mille', 'millier', 'milliers', 'thousand', 'mil', 'الف', 'الفا', 'الاف'].map(
    (word) => [word, [3]] as const,
  ),
  ...['million', 'millions', 'millon', 'millones', 'mln', 'mio', 'مليون', 'مليونا', 'ملايين'].map(
    (word) => [word, [6]] as const,
  ),
  ...['milliard', 'milliards', 'md', 'mds', 'mil millones', 'bn'].map(
    (word) => [word, [9]] as const,
  ),
  ...['مليار', 'مليارا', 'مليارات'].map((word) => [word, [9]] as const),
  // A capital M means million; a small m also mille and mil.
  ['m', [3, 6]],
  // MM means million in finance and milliard in the press.
  ['mm', [6, 9]],
]);
const ownPowers: Partial<Record<Lang, Readonly<Record<string, readonly number[]>>>> = {
  en: { m: [6], mil: [3, 6], billion: [9], billions: [9] },
  es: { billon: [12], billones: [12] },
};

/** Powers of ten that the words after a number may mean; empty for unknown words. */
function powersOf(text: string, kind: NumberKind, lang: Lang): readonly number[] {
  if (text === '') return [0];
  if (kind === 'percent') return [];
  if (text === 'M') return [6];
  const word = text.toLowerCase().replace(/\s+/g, ' ').replace(/ó/g, 'o').replace(/[أإآ]/g, 'ا');
  return ownPowers[lang]?.[word] ?? powers.get(word) ?? [];
}

/** Groups of thousands: up to three digits, then exactly three. */
function areGroups(parts: readonly string[]): boolean {
  const [first = '', ...others] = parts;
  return /^[1-9]\d{0,2}$/.test(first) && others.every((part) => part.length === 3);
}

interface Readings {
  readonly asGroups: Decimal | null;
  readonly asDecimal: Decimal | null;
  /** The last sign differs from those before it, so reading its three digits as a group is a guess. */
  readonly isMixed: boolean;
}

function readingsOf(digits: string): Readings {
  const parts = digits.split(/\D+/);
  const signs = (digits.match(/\D+/g) ?? []).map((sign) =>
    sign.replace(/^\s+$/, ' ').replace(/[’ʼ]/, "'").replace('،', ','),
  );
  const last = signs.at(-1);
  const head = parts.slice(0, -1);
  if (last === undefined)
    return { asGroups: { whole: digits, fraction: '' }, asDecimal: null, isMixed: false };
  const [between = last, another] = new Set(signs.slice(0, -1));
  const isRegular = another === undefined && groupSigns.has(between);
  const isMixed = between !== last;
  const isDecimal =
    decimalSigns.has(last) && (signs.length === 1 || (isMixed && isRegular && areGroups(head)));
  return {
    asGroups:
      isRegular && groupSigns.has(last) && areGroups(parts)
        ? { whole: parts.join(''), fraction: '' }
        : null,
    asDecimal: isDecimal ? { whole: head.join(''), fraction: parts.at(-1) ?? '' } : null,
    isMixed,
  };
}

/** Multiplies a decimal by a power of ten and removes redundant zeros. */
function shifted({ whole, fraction }: Decimal, power: number): Decimal {
  const moved = fraction.padEnd(power, '0');
  return {
    whole: (whole + moved.slice(0, power)).replace(/^0+(?=\d)/, ''),
    fraction: moved.slice(power).replace(/0+$/, ''),
  };
}

function numberOf({ whole, fraction }: Decimal): number {
  return Number(`${whole || '0'}.${fraction || '0'}`);
}

function faultOf({ whole, fraction }: Decimal, kind: NumberKind): NumberRefusal | null {
  if (whole.length + fraction.length > mostDigits) return 'tooLarge';
  if (kind === 'whole') return fraction === '' ? null : 'whole';
  return fraction.length > 2 ? 'twoDecimals' : null;
}

/**
 * Parses a number as people write it. Accepted digits: 0–9, Arabic-Indic and Persian. Accepted group signs: spaces,
 * apostrophes, points, commas and ٬. Accepted decimal signs: point, comma and ٫. Dirhams may come before or after
 * (MAD, DH, د.م., درهم). Words and signs of thousand, million and milliard are accepted (57 M, 57 millions, 57 مليون).
 *
 * One point or comma before exactly three digits is a group in these cases: the field is whole, the language groups by
 * that sign, or the field allows no third decimal or no such number. Otherwise the text is ambiguous. Repeated signs
 * are groups; with two kinds of sign, the last is the decimal sign.
 * @param text as typed or pasted
 * @param kind unit of the field: amounts in dirhams, percentages in percent
 * @param lang language of the reader, whose own format is never ambiguous
 */
export function readAmount(text: string, kind: NumberKind, lang: Lang): NumberReading {
  let rest = asciiDigits(withoutBidiControls(text)).replace(silent, '').trim();
  if (rest === '') return { kind: 'empty' };
  if (rest.length > longestText) return refused('number');
  if (kind === 'amount') rest = rest.replace(currencyBefore, '').replace(currencyAfter, '');
  if (kind === 'percent') rest = rest.replace(percentAround, '');
  const [, sign = '', digits = '', openEnd = '', words = ''] = written.exec(rest) ?? [];
  const { asGroups, asDecimal, isMixed } = readingsOf(digits);
  const hasOwnSign = !isMixed && digits.includes(ownGroupSign[lang]);
  const isSurelyGroups =
    asGroups !== null && (hasOwnSign || (!isMixed && kind === 'whole' && words === ''));
  // A group without exactly three digits is more likely an edited group than a long decimal.
  const isNoDecimal = isSurelyGroups || (hasOwnSign && (asDecimal?.fraction.length ?? 0) > 3);
  const decimals = [isNoDecimal ? null : asDecimal, asGroups].filter((decimal) => decimal !== null);
  const found = powersOf(words, kind, lang).flatMap((power) =>
    decimals.map((decimal) => shifted(decimal, power)),
  );
  const [first] = found;
  if (digits === '' || first === undefined || (openEnd !== '' && words !== ''))
    return refused('number');
  if (/[-−–]/.test(sign) && numberOf(first) !== 0) return refused('negative');
  const fault = faultOf(first, kind);
  if (fault !== null && (found.length === 1 || isMixed)) return refused(fault);
  const possible = found
    .filter((decimal) => faultOf(decimal, kind) === null)
    .map(numberOf)
    .filter((value) => kind !== 'percent' || found.length === 1 || value <= 100);
  const [value, ...others] = new Set(possible);
  if (value === undefined) return refused(fault ?? 'number');
  if (others.length === 0) return { kind: 'read', value };
  return { kind: 'ambiguous', values: [value, ...others].sort((a, b) => b - a) };
}
