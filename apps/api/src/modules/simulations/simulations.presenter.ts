import type { ReplyOf, Endpoints } from '@wasl/contracts';
import type { Details, GeneralDetails, GeneralResult, NordevResult, RuleSet } from '@wasl/premium';

import type { Kept } from './simulations.service.ts';

/** The answer of `/simulate`. The module's result has the wire's members and no others. */
export function presentGeneral({
  id,
  result,
  details,
}: Kept<GeneralResult, GeneralDetails>): ReplyOf<Endpoints['simulate']> {
  return { ...result, simulationPrimeId: id, details };
}

/** The answer of `/simulate-nordev`: what it says stands under `data`. */
export function presentNordev({
  id,
  result,
  details,
}: Kept<NordevResult, Details>): ReplyOf<Endpoints['simulateNordev']> {
  return { data: { ...result, simulationPrimeNordevId: id, details } };
}

/** A rule set as its file is. */
export function presentRuleSet(ruleSet: RuleSet): ReplyOf<Endpoints['getPremiumRules']> {
  const { scheme, version, validFrom, source, rules } = ruleSet;
  return { scheme, version, validFrom, source, rules };
}
