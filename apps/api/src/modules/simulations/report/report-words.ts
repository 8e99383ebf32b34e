import type { Lang } from '@wasl/contracts';
import { isSmallAmount } from '@wasl/premium';

import { formatsOf } from '../../../platform/i18n/formats.ts';
import { reportCatalogue, type ReportTranslate } from './words/index.ts';
// Not imported from the index, which loads the PDF code: the server formats words for its own pages too.
import { ltr } from '../../../platform/pdf/bidi.ts';

export type Labels = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A number of a form. Forms may contain amounts as decimals in text. */
export type Figure = number | string | null | undefined;

/** The texts of a report: its language, number formats, and labels of codes. */
export interface ReportWords {
  readonly t: ReportTranslate;
  /** Isolates a number, a day or a version from the direction of Arabic text. */
  readonly apart: (text: string) => string;
  /** At most two decimals. */
  readonly number: (value: Figure) => string;
  readonly percent: (value: Figure) => string;
  /** Dirhams. */
  readonly mad: (dirhams: Figure) => string;
  /** M MAD, from millions, with all decimals; dirhams below a million. */
  readonly millions: (millions: number) => string;
  /** The same, from dirhams. */
  readonly inMillions: (dirhams: Figure) => string;
  /** The same with at most two decimals, as in the sentences of the screen. */
  readonly amount: (dirhams: number) => string;
  /** A difference of rates in points with its sign: +3 points. */
  readonly points: (difference: number) => string;
  readonly yesNo: (answer: boolean | null | undefined) => string;
  /** The label of a name in stored data; the name itself when the catalogue has none. */
  readonly named: Readonly<
    Record<
      'field' | 'premium' | 'ceiling' | 'level' | 'convergence' | 'category',
      (name: string) => string
    >
  >;
  /** The label of a code in its list; the code itself when the list no longer has it. */
  readonly label: (list: string, code: string) => string;
  readonly list: (items: readonly string[]) => string;
  /** Alternatives: a, b or c. */
  readonly either: (items: readonly string[]) => string;
  /** Items that contain commas. */
  readonly clauses: (items: readonly string[]) => string;
}

export function reportWords(lang: Lang, labels: Labels): ReportWords {
  const t = reportCatalogue.in(lang);
  const formats = formatsOf(lang);
  // In Arabic a number has its own direction, including sign and unit. Thin spaces are invisible in small print, and
  // programs that read the PDF lose them.
  const apart = (text: string): string =>
    lang === 'ar' ? ltr(text) : text.replaceAll('\u202f', '\u00a0');
  const inUnit = (key: 'unit.mad' | 'unit.millions', amount: string): string =>
    t(key, { amount: apart(amount) }).replaceAll(' ', '\u00a0');
  const mad = (dirhams: Figure): string =>
    inUnit('unit.mad', formats.number.format(Number(dirhams ?? 0)));
  const amountIn = (format: Intl.NumberFormat, dirhams: number): string =>
    isSmallAmount(dirhams)
      ? mad(dirhams)
      : inUnit('unit.millions', format.format(dirhams / 1_000_000));
  const wordFor = (key: string, name: string): string => (reportCatalogue.has(key) ? t(key) : name);
  return {
    t,
    apart,
    number: (value) => apart(formats.number.format(Number(value ?? 0))),
    percent: (value) => apart(formats.percent.format(Number(value ?? 0) / 100)),
    mad,
    // Millions of a result have six decimals: a whole number of dirhams.
    millions: (millions) => amountIn(formats.exact, Math.round(millions * 1_000_000)),
    inMillions: (dirhams) => amountIn(formats.exact, Number(dirhams ?? 0)),
    amount: (dirhams) => amountIn(formats.number, dirhams),
    points: (difference) => {
      const number = formats.number.format(Math.abs(difference));
      const signed = ltr(`${difference < 0 ? '−' : '+'}${number.replaceAll('\u202f', '\u00a0')}`);
      return t('unit.points', { number: signed }, difference).replaceAll(' ', '\u00a0');
    },
    yesNo: (answer) => t(answer === true ? 'yes' : 'no'),
    named: {
      field: (name) => wordFor(`field.${name}`, name),
      premium: (name) => wordFor(`premium.${name}`, name),
      ceiling: (name) => wordFor(`ceiling.${name}`, name),
      level: (name) => wordFor(`level.${name}`, name),
      convergence: (name) => wordFor(`convergence.${name}`, name),
      category: (name) => wordFor(`category.${name}`, name),
    },
    label: (list, code) => labels.get(list)?.get(code) ?? code,
    list: (items) => items.join(lang === 'ar' ? '، ' : ', '),
    either: (items) => new Intl.ListFormat(lang, { type: 'disjunction' }).format(items),
    clauses: (items) => items.join({ fr: '\u00a0; ', en: '; ', ar: '؛ ', es: '; ' }[lang]),
  };
}
