import { z } from 'zod';

import { codeLibelle } from '../wire/values.ts';
import { organisationContactView } from './contact.ts';
import { organisationTranslationsView } from './translations.ts';

/** Public view of an organisation. `logo` is a path under the API's base address. */
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

/** One organisation, and how everybody reaches it. */
export const reachablePartnerView = partnerView.extend({
  contact: organisationContactView.nullable(),
});

/** An organisation for its own agents, in every language. `version` counts changes of their common form. */
export const ownPartnerView = partnerView.extend({
  ...organisationContactView.shape,
  ...organisationTranslationsView.shape,
  version: z.number(),
});
export type OwnPartnerView = z.infer<typeof ownPartnerView>;
