import type { Lang } from '@wasl/contracts';

import { formatNumber } from '../../lib/format/formats.ts';
import { type NumberKind, type NumberReading, readAmount } from '../../lib/format/read-amount.ts';

/**
 * What a number's field holds in its form: the number, an empty text, or what was typed behind a mark while it is no
 * number. The mark keeps a writing that only looks like a decimal (`1.200`) from whatever computes with the form, and
 * lets a draft bring the writing back as it was.
 */
export type TypedNumber = number | string;

const mark = '?';

export function isUnread(value: TypedNumber): boolean {
  return typeof value === 'string' && value.startsWith(mark);
}

/** Reads what was typed into what the form holds. */
export function heldOf(text: string, reading: NumberReading): TypedNumber {
  if (reading.kind === 'empty') return '';
  return reading.kind === 'read' ? reading.value : mark + text;
}

/** What is read in what the form holds; a number of an older draft may stand there as a text. */
export function readingOf(value: TypedNumber, kind: NumberKind, lang: Lang): NumberReading {
  if (isUnread(value)) return readAmount(String(value).slice(mark.length), kind, lang);
  return value === '' ? { kind: 'empty' } : { kind: 'read', value: Number(value) };
}

/** What a field shows that is not being typed in: the language's own form, or the writing as it was. */
export function shownOf(value: TypedNumber, lang: Lang): string {
  if (isUnread(value)) return String(value).slice(mark.length);
  return value === '' ? '' : formatNumber(Number(value), lang);
}

/** What a number is edited as: without groups, which would no longer fit when a digit is added. */
export function editedOf(value: TypedNumber, lang: Lang): string {
  if (isUnread(value) || value === '') return shownOf(value, lang);
  return String(value).replace('.', lang === 'en' ? '.' : ',');
}
