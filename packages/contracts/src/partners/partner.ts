import { z } from 'zod';

import { codeLibelle } from '../wire/values.ts';

/** An organisation as anyone may see it. `logo` is a path under the API's base address. */
export const partnerView = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  logo: z.string().nullable(),
  category: codeLibelle.nullable(),
  areas: z.array(codeLibelle),
  supportTypes: z.array(codeLibelle),
  services: z.array(codeLibelle),
});
export type PartnerView = z.infer<typeof partnerView>;
