import { z } from 'zod';

import { defineArea } from '../http/area.ts';

export const premiumSchemes = ['general', 'nordev'] as const;

/** A rule set in the form of its file. */
export const ruleSetView = z.object({
  scheme: z.enum(premiumSchemes),
  version: z.string(),
  /** `YYYY-MM-DD` */
  validFrom: z.string(),
  source: z.string(),
  rules: z.record(z.string(), z.unknown()),
});

export const premiumRulesCalls = defineArea('simulations', {
  getPremiumRules: {
    route: 'GET /premiumRules/:scheme',
    permission: 'public',
    summary:
      'The rule set in force today, for any caller. Its numbers are described with the calculation',
    params: z.object({ scheme: z.enum(premiumSchemes) }),
    response: ruleSetView,
  },
});
