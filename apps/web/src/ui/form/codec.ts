import type { z } from 'zod';

import { codecOf, type SendCode } from './form-shape.ts';
import { shapeOf } from './shape-of.ts';

export type { FormValues } from './form-shape.ts';

/** The codec of a form of an object of the contract, by its schema; see `codecOf`. */
export function formCodec<S extends Readonly<Record<string, z.ZodType>>>(
  object: z.ZodObject<S>,
  sendCode?: SendCode,
) {
  return codecOf<z.input<z.ZodObject<S>>>(shapeOf(object), sendCode);
}
