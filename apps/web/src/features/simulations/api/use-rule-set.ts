import type { GeneralRuleSet, NordevRuleSet } from '@wasl/premium';

import { useEndpoint } from '../../../lib/http/use-endpoint.ts';

export interface RuleSets {
  general: GeneralRuleSet;
  nordev: NordevRuleSet;
}

/** Rule set in force, validated by the server when it was stored. It does not change while a form is being filled in. */
export function useRuleSet<S extends keyof RuleSets>(scheme: S) {
  const { data, error, reload } = useEndpoint(
    'getPremiumRules',
    { params: { scheme } },
    { revalidateOnReconnect: false },
  );
  return { ruleSet: data as unknown as RuleSets[S] | undefined, error, reload };
}
