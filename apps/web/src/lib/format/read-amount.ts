import type { Lang } from '@wasl/contracts';
import { asciiDigits, withoutBidiControls } from '@wasl/contracts/characters';

/** What a field asks for: a whole number, dirhams with centimes, or a percentage with two decimals. */
export type NumberKind = 'whole' | 'amount' | 'percent';

/** Why a writing is refused; each is a sentence of `validation` in the contract's words. */
export type NumberRefusal = 'number' | 'negative' | 'whole' | 'twoDecimals' | 'tooLarge';

/** What a writing says. */
export type NumberReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'read'; readonly value: number }
  /** It can be read in these ways, and only the writer knows which. */
  | { readonly kind: 'ambiguous'; readonly values: readonly number[] }
  | { readonly kind: 'refused'; readonly why: NumberRefusal };

/** A decimal by its digits: a million is a shift, and nothing is rounded. */
interface Decimal {
  readonly whole: string;
  readonly fraction: string;
}

const refused = (why: NumberRefusal): NumberReading => ({ kind: 'refused', why });

/** Longer than any amount with its words. */
const longestText = 60;
/** More digits than these a number does not keep exactly. */
const mostDigits = 15;

/** Marks without a width, Arabic vowel signs, and the stroke that only lengthens a word. */
const silent = /[\u200b-\u200d]|[\u064b-\u0652]|\u0640/g;
/** A sign, digits with what stands between them, and the words after them. */
const written = /^([-−–+]?)\s*([.,٫،]?\d(?:[\s.,،'’ʼ٫٬]*\d)*)([.,٫،]?)\s*(\D*)$/u;
const currency = '(?:mad|dhs?|d[ií]rhams?|د\\s?\\.?\\s?م\\.?|درهما?|دراهم)';
const currencyBefore = new RegExp(`^${currency}(?!\\p{L})\\s*`, 'iu');
const currencyAfter = new RegExp(`\\s*(?:\\b(?:de|of)\\s+)?${currency}$`, 'iu');
const percentAround = /^[%٪]\s*|\s*[%٪]$/gu;

/** The sign by which each language's own format makes groups (`lib/format/formats.ts`): there it is never a decimal sign. */
const ownGroupSign: Readonly<Record<Lang, string>> = { fr: ' ', en: ',', ar: '.', es: '.' };
const groupSigns = new Set([' ', '.', ',', "'", '٬']);
const decimalSigns = new Set(['.', ',', '٫']);

/** Powers of ten by their words, in any of the languages where they say one thing only. */
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
  // A capital M says million; a small one also mille and mil.
  ['m', [3, 6]],
  // M MAD written twice, or the milliard of the press.
  ['mm', [6, 9]],
]);
const ownPowers: Partial<Record<Lang, Readonly<Record<string, readonly number[]>>>> = {
  en: { m: [6], mil: [3, 6], billion: [9], billions: [9] },
  es: { billon: [12], billones: [12] },
};

/** The powers of ten that the words after a number may mean; none for words that are not known. */
function powersOf(text: string, kind: NumberKind, lang: Lang): readonly number[] {
  if (text === '') return [0];
  if (kind === 'percent') return [];
  if (text === 'M') return [6];
  const word = text.toLowerCase().replace(/\s+/g, ' ').replace(/ó/g, 'o').replace(/[أإآ]/g, 'ا');
  return ownPowers[lang]?.[word] ?? powers.get(word) ?? [];
}

/** Thousands as people group them: up to three digits, then always three. */
function areGroups(parts: readonly string[]): boolean {
  const [first = '', ...others] = parts;
  return /^[1-9]\d{0,2}$/.test(first) && others.every((part) => part.length === 3);
}

interface Readings {
  readonly asGroups: Decimal | null;
  readonly asDecimal: Decimal | null;
  /** The last sign is another one than those before it: that its three digits are a group is only a guess. */
  readonly isMixed: boolean;
}

/** What digits and the signs between them can mean. */
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

/** The same number times a power of ten, without noughts that say nothing. */
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
 * Reads a number as people write it.
 *
 * Understood are digits of any kind (0–9, Arabic-Indic, Persian); spaces of any kind, apostrophes, points, commas and
 * ٬ as groups of three; a point, a comma or ٫ before decimals; dirhams before or after (MAD, DH, د.م., درهم); words and
 * signs of thousand, million and milliard (57 M, 57 millions, 57 مليون). One point or comma before exactly three digits
 * is a group where the field is whole, where the language itself groups by that sign, or where the field has no third
 * decimal or reaches no such number; else it can be read both ways and is ambiguous. Signs that are repeated are groups,
 * and of two kinds the last is the decimal sign.
 *
 * @param text as typed or pasted
 * @param kind what the field asks for: amounts in dirhams, percentages in percent
 * @param lang the language of the reader, whose own format is never ambiguous
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
  // A group that is not of three is one that was edited, more likely than a decimal of so many digits.
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
