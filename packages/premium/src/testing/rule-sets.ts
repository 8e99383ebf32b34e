import general from '../../../../prisma/seed/reference/premium/general-2026-default.json' with { type: 'json' };
import nordev from '../../../../prisma/seed/reference/premium/nordev-2026-default.json' with { type: 'json' };
import { generalRuleSetSchema, nordevRuleSetSchema } from '../rules/schema.ts';

/** The seeded rule sets, for tests. */
export const generalRuleSet = generalRuleSetSchema.parse(general);
export const nordevRuleSet = nordevRuleSetSchema.parse(nordev);
