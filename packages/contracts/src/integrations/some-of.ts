import { z } from 'zod';

import { v } from '../wire/text.ts';

/** At least one of these codes, each once. */
export const someOf = <Code extends string>(codes: readonly Code[]) =>
  z
    .array(z.enum(codes, { error: v('unknownCode') }), { error: v('required') })
    .min(1, v('required'))
    .max(codes.length, v('tooMany'))
    .transform((chosen) => [...new Set(chosen)]);
