import { z } from 'zod';

import { v } from '../wire/text.ts';

/** Rows of one page of the administration. */
export const administrationPageSize = 50;

/** The page after `next` of the previous one; absent for the first. */
export const cursorQuery = {
  after: z
    .string()
    .max(100, v('tooLong'))
    .regex(/^[\w-]*$/, v('invalid'))
    .optional(),
};

/** Null on the last page. */
export const nextCursor = z.string().nullable();
