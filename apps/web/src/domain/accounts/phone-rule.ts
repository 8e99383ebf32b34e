import { toE164 } from '@wasl/contracts';

import { defaultPrefix } from '../../lib/format/dialling-prefixes.ts';
import type { Rule } from '../../ui/form/rules.ts';

export const phoneRule: Rule<{ phone: string; codeCountry: string | undefined }> = {
  at: 'phone',
  fault: 'validation.phone',
  isBroken: ({ phone, codeCountry }) =>
    typeof phone !== 'string' || toE164(phone, codeCountry ?? defaultPrefix) === null,
};
