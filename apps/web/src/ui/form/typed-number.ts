import type { Lang } from '@wasl/contracts';

import { formatNumber } from '../../lib/format/formats.ts';
import { type NumberKind, type NumberReading, readAmount } from '../../lib/format/read-amount.ts';

/**
 * Value of a number field: the number, '', or a mark followed by text that is not yet a number. The mark prevents
 * calculations from using a text that only looks like a decimal (`1.200`). A draft restores the text as typed.
 */
export type TypedNumber = number | string;

const mark = '?';

export function isUnread(value: TypedNumber): boolean {
  return typeof value === 'string' && value.startsWith(mark);
}

export function heldOf(text: string, reading: NumberReading): TypedNumber {
  if (reading.kind === 'empty') return '';
  return reading.kind === 'read' ? reading.value : mark + text;
}

/** Reading of a form value; older drafts store a number as text. */
export function readingOf(value: TypedNumber, kind: NumberKind, lang: Lang): NumberReading {
  if (isUnread(value)) return readAmount(String(value).slice(mark.length), kind, lang);
  return value === '' ? { kind: 'empty' } : { kind: 'read', value: Number(value) };
}

/** Shown text without focus: the language's format, or the text as typed. */
export function shownOf(value: TypedNumber, lang: Lang): string {
  if (isUnread(value)) return String(value).slice(mark.length);
  return value === '' ? '' : formatNumber(Number(value), lang);
}

/** Text for editing: without groups, which an added digit would make wrong. */
export function editedOf(value: TypedNumber, lang: Lang): string {
  if (isUnread(value) || value === '') return shownOf(value, lang);
  return String(value).replace('.', lang === 'en' ? '.' : ',');
}
