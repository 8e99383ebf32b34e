import general from '../../../../prisma/seed/reference/premium/general-2026-default.json' with { type: 'json' };
import nordev from '../../../../prisma/seed/reference/premium/nordev-2026-default.json' with { type: 'json' };
import { generalRuleSetSchema, nordevRuleSetSchema } from '../rules/schema.ts';

/** The files that the product is seeded with, as the tests compute with them. */
export const generalRuleSet = generalRuleSetSchema.parse(general);
export const nordevRuleSet = nordevRuleSetSchema.parse(nordev);
