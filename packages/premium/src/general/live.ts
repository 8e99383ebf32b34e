import { readCentimes, readJobs, roundHalfUp, toDirhams, toMillions } from '../amount.ts';
import type { Amount } from '../amount.ts';
import type { GeneralRuleSet } from '../rules/types.ts';
import { type GeneralRefusal, refusalOf } from './eligibility.ts';
import { capexInCentimes } from './form.ts';
import type { CapexForm } from './form.ts';

/** Running total of an unfinished form: dirhams, and M MAD rounded to the dirham. */
export type LiveCapex = {
  dirhams: number;
  millions: number;
  foncierPublicDirhams: number;
  foncierPriveDirhams: number;
};

/** Current CAPEX; empty and invalid fields count as 0. */
export function capexOf(form: CapexForm, ruleSet: GeneralRuleSet): LiveCapex {
  const capex = capexInCentimes(form, ruleSet.rules);
  return {
    dirhams: toDirhams(capex.total),
    millions: toMillions(roundHalfUp(capex.total, 100n)),
    foncierPublicDirhams: toDirhams(capex.foncierPublic),
    foncierPriveDirhams: toDirhams(capex.foncierPrive),
  };
}

/**
 * What an unfinished form lacks to be eligible, by its current jobs and investment; null when eligible. Undefined
 * without a number of jobs.
 */
export function liveRefusal(
  form: CapexForm & { effectif?: Amount },
  ruleSet: GeneralRuleSet,
): GeneralRefusal | null | undefined {
  const jobs = readJobs(form.effectif);
  if (typeof jobs === 'string') return undefined;
  const capex = capexInCentimes(form, ruleSet.rules);
  return refusalOf(jobs, capex.total, ruleSet.rules, ruleSet.version);
}

/** Annual sum of a monthly payroll, in dirhams; null for an empty or invalid field. */
export function annualOf(monthly: Amount): number | null {
  const centimes = readCentimes(monthly);
  return typeof centimes === 'string' ? null : toDirhams(centimes * 12n);
}
