import { z } from 'zod';

import type { ValidationKey } from '../words/keys.ts';
import { v } from '../wire/text.ts';

// Empty is let through here, so that it is told as missing and not as malformed.
const decimal = /^$|^-?\d{1,18}(?:\.\d{1,18})?$/;

/**
 * A number as a JSON number or as a plain decimal in text, with a point. Output: as it came, text trimmed:
 * the calculation reads both exactly, and says what is negative or too large.
 */
export function numeric(required: ValidationKey = 'required') {
  return z.union([z.number(), z.string().trim().min(1, v(required)).regex(decimal, v('number'))], {
    error: ({ input }) => v(input === undefined || input === null ? required : 'number'),
  });
}

/** The same, or nothing: absent, null and empty text all mean null. */
export function optionalNumeric() {
  return z
    .union([z.number(), z.string().trim().regex(decimal, v('number')), z.null()], {
      error: v('number'),
    })
    .optional()
    .transform((value) => (value === undefined || value === '' ? null : value));
}

/** One word of a closed list; absent, null and empty are missing, any other word is unknown. */
export function oneOf<const W extends readonly [string, ...string[]]>(
  words: W,
  required: ValidationKey,
) {
  return z.enum(words, {
    error: ({ input }) =>
      v(input === undefined || input === null || input === '' ? required : 'unknownCode'),
  });
}
