import { readCentimes, readJobs, roundHalfUp, toDirhams, toMillions } from '../amount.ts';
import type { Amount } from '../amount.ts';
import type { GeneralRuleSet } from '../rules/types.ts';
import { type GeneralRefusal, refusalOf } from './eligibility.ts';
import { capexInCentimes } from './form.ts';
import type { CapexForm } from './form.ts';

/** The live total of a form being filled: dirhams, and M MAD rounded to the dirham. */
export type LiveCapex = {
  dirhams: number;
  millions: number;
  foncierPublicDirhams: number;
  foncierPriveDirhams: number;
};

/** What the CAPEX comes to so far; fields that are empty or cannot be read count as 0. */
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
 * What a form being filled lacks to be eligible, by its jobs and its investment so far; null when it lacks nothing.
 * Undefined while the jobs are not told.
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

/** A year of a monthly payroll, in dirhams; null while the field is empty or cannot be read. */
export function annualOf(monthly: Amount): number | null {
  const centimes = readCentimes(monthly);
  return typeof centimes === 'string' ? null : toDirhams(centimes * 12n);
}
