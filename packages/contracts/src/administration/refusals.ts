import { z } from 'zod';

import { v } from '../wire/text.ts';

/** Maximum rows of one act. */
export const mostChosen = 100;

const invalid = { error: v('invalid') };

/** The rows that an act concerns, each once. */
export const chosen = <S extends z.ZodType>(row: S) =>
  z
    .array(row, { error: v('required') })
    .min(1, v('required'))
    .max(mostChosen, v('tooMany'))
    .refine((ids) => new Set(ids).size === ids.length, invalid);

/** Result of each chosen row, in the order of the call. `refusal` is null for a success. */
export const resultsOf = <I extends z.ZodType, R extends readonly [string, ...string[]]>(
  id: I,
  refusals: R,
) => z.object({ results: z.array(z.object({ id, refusal: z.enum(refusals).nullable() })) });
