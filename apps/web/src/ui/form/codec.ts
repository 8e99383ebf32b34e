import type { z } from 'zod';

import { codecOf, type SendCode } from './form-shape.ts';
import { shapeOf } from './shape-of.ts';

export type { FormValues } from './form-shape.ts';

/** Codec of a form, from the schema of a contract object; see `codecOf`. */
export function formCodec<S extends Readonly<Record<string, z.ZodType>>>(
  object: z.ZodObject<S>,
  sendCode?: SendCode,
) {
  return codecOf<z.input<z.ZodObject<S>>>(shapeOf(object), sendCode);
}
