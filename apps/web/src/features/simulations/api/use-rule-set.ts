import type { GeneralRuleSet, NordevRuleSet } from '@wasl/premium';

import { useEndpoint } from '../../../lib/http/use-endpoint.ts';

export interface RuleSets {
  general: GeneralRuleSet;
  nordev: NordevRuleSet;
}

/** The rule set in force, checked by the server when it was stored. It does not change under a form being filled. */
export function useRuleSet<S extends keyof RuleSets>(scheme: S) {
  const { data, error, reload } = useEndpoint(
    'getPremiumRules',
    { params: { scheme } },
    { revalidateOnReconnect: false },
  );
  return { ruleSet: data as unknown as RuleSets[S] | undefined, error, reload };
}
