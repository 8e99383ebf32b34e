import { z } from 'zod';

import type { ValidationKey } from '../words/keys.ts';
import { withoutBidiControls } from './characters.ts';

/** The catalogue key of a validation message, as zod issues contain it. */
export function v(key: ValidationKey): `validation.${ValidationKey}` {
  return `validation.${key}`;
}

// NUL and other control characters cannot be stored or printed; tab and line breaks can.
// eslint-disable-next-line no-control-regex -- this is the rule that refuses them
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

// `String.prototype.isWellFormed` is newer than some supported browsers.
const loneSurrogate = /\p{Surrogate}/u;

/** Whether text can be stored and printed: no control characters, no lone surrogates. */
export function isPlainText(value: string): boolean {
  return !forbidden.test(value) && !loneSurrogate.test(value);
}

const cleaned = (max: number, required: ValidationKey) =>
  z
    .string({ error: v(required) })
    .max(max, v('tooLong'))
    .refine(isPlainText, v('forbiddenCharacters'))
    .transform((value) => withoutBidiControls(value).trim());

/** One line of text, trimmed, not empty. Line breaks are refused, because they would split a header. */
export function line(max: number, required: ValidationKey = 'required') {
  return cleaned(max, required)
    .refine((value) => value.length > 0, v(required))
    .refine((value) => !/[\r\n\t]/.test(value), v('forbiddenCharacters'));
}

/** Several lines of text, trimmed, not empty. */
export function paragraph(max: number, required: ValidationKey = 'required') {
  return cleaned(max, required).refine((value) => value.length > 0, v(required));
}

/** Text that null or an empty text removes. Absent means unchanged: undefined. */
export function clearableText(max: number) {
  return z
    .union([cleaned(max, 'required'), z.null()])
    .optional()
    .transform((value) => (value === '' ? null : value));
}

/** Text that may be absent, null or empty: all three mean null. */
export function optionalText(max: number) {
  return z
    .union([cleaned(max, 'required'), z.null()])
    .optional()
    .transform((value) => (value === undefined || value === '' ? null : value));
}

/** Text that distinguishes absent from empty: absent and null mean undefined, an empty text stays empty. */
export function sentText(max: number) {
  return z
    .union([cleaned(max, 'required'), z.null()])
    .optional()
    .transform((value) => value ?? undefined);
}
