import type { Lang } from '@wasl/contracts';

import { formatNumber } from '../../lib/format/formats.ts';
import { type NumberKind, type NumberReading, readAmount } from '../../lib/format/read-amount.ts';

/**
 * Value of a number field: the number, '', or a mark followed by text that is not yet a number. The mark prevents
 * calculations from using a text that only looks like a decimal (`1.200`). A draft restores the text as typed.
 */
export type TypedNumber = number | string;

const unparsedMark = '?';

export function isUnparsed(value: TypedNumber): boolean {
  return typeof value === 'string' && value.startsWith(unparsedMark);
}

export function toTypedNumber(text: string, reading: NumberReading): TypedNumber {
  if (reading.kind === 'empty') return '';
  return reading.kind === 'read' ? reading.value : unparsedMark + text;
}

/** Reading of a form value; older drafts store a number as text. */
export function toReading(value: TypedNumber, kind: NumberKind, lang: Lang): NumberReading {
  if (isUnparsed(value)) return readAmount(String(value).slice(unparsedMark.length), kind, lang);
  return value === '' ? { kind: 'empty' } : { kind: 'read', value: Number(value) };
}

/** Shown text without focus: the language's format, or the text as typed. */
export function toDisplayText(value: TypedNumber, lang: Lang): string {
  if (isUnparsed(value)) return String(value).slice(unparsedMark.length);
  return value === '' ? '' : formatNumber(Number(value), lang);
}

/** Text for editing: without groups, which an added digit would make wrong. */
export function toEditText(value: TypedNumber, lang: Lang): string {
  if (isUnparsed(value) || value === '') return toDisplayText(value, lang);
  return String(value).replace('.', lang === 'en' ? '.' : ',');
}
