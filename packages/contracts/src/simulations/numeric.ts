import { z } from 'zod';

import type { ValidationKey } from '../words/keys.ts';
import { v } from '../wire/text.ts';

// The pattern accepts an empty text, which is then reported as missing instead of malformed.
const decimal = /^$|^-?\d{1,18}(?:\.\d{1,18})?$/;

/**
 * A number as a JSON number or as a decimal text with a point. Output: as sent, text trimmed. The calculation parses
 * both exactly, and reports negative or excessive values.
 */
export function numeric(required: ValidationKey = 'required') {
  return z.union([z.number(), z.string().trim().min(1, v(required)).regex(decimal, v('number'))], {
    error: ({ input }) => v(input === undefined || input === null ? required : 'number'),
  });
}

/** The same, but optional: absent, null and empty text mean null. */
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
