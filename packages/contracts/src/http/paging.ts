import { z } from 'zod';

import { v } from '../wire/text.ts';
import { wholeNumber } from '../wire/values.ts';

export const pageSizes = [8, 15, 20] as const;
export const defaultPageSize = 8;
export const maxPageSize = 200;

/** A whole number of a query, within bounds. */
export const whole = (min: number, max: number) =>
  wholeNumber(
    z
      .number({ error: v('number') })
      .int(v('number'))
      .min(min)
      .max(max),
  );

/** `page` from 0 and `size` 1–200, as query text. The maximum page prevents an overflow of the offset. */
export const pagingQuery = {
  page: whole(0, 1_000_000).default(0),
  size: whole(1, maxPageSize).default(defaultPageSize),
};

/**
 * Cursor of a page, from `x-next-position` or `x-previous-position` of an adjacent page. Its cost does not grow with
 * the page number. It is valid for one sort; with another, `page` decides.
 */
export const positionQuery = {
  position: z
    .string()
    .max(400, v('tooLong'))
    .regex(/^[\w-]*$/, v('invalid'))
    .optional(),
};

/** `field,asc|desc` from an allow-list. */
export function sortQuery<const F extends readonly [string, ...string[]]>(
  fields: F,
  defaultSort: `${F[number]},${'asc' | 'desc'}`,
) {
  const values = fields.flatMap((field) => [`${field},asc`, `${field},desc`]) as [
    string,
    ...string[],
  ];
  return z
    .enum(values, { error: v('sort') })
    .default(defaultSort)
    .transform((value) => {
      const [field, direction] = value.split(',') as [F[number], 'asc' | 'desc'];
      return { field, direction };
    });
}
export type Sort<F extends string> = { field: F; direction: 'asc' | 'desc' };
