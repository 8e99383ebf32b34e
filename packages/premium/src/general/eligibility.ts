import { toDirhams } from '../amount.ts';
import type { GeneralRules, Operator } from '../rules/types.ts';

/** An ineligible project, with what each of the two routes still needs. */
export type GeneralRefusal = {
  rulesVersion: string;
  routes: [
    { key: 'voieA'; capex: AmountGap; effectif: JobsGap },
    { key: 'voieB'; effectif: JobsGap },
  ];
};

/** `limit` and `value` in dirhams; the gap in centimes, 0 when the condition is met. */
export type AmountGap = {
  operator: Operator;
  limit: number;
  value: number;
  missingCentimes: number;
};

/** Jobs; `missing` is 0 when the condition is met. */
export type JobsGap = { operator: Operator; limit: number; value: number; missing: number };

/** The minimum addition for the value to meet the bound; both are whole numbers. */
function missingTo(value: bigint, operator: Operator, limit: bigint): number {
  const least = operator === '>' ? limit + 1n : limit;
  return value >= least ? 0 : Number(least - value);
}

function jobsGap(jobs: bigint, operator: Operator, limit: number): JobsGap {
  return {
    operator,
    limit,
    value: Number(jobs),
    missing: missingTo(jobs, operator, BigInt(limit)),
  };
}

/** Null when the project is eligible by either route. CAPEX in centimes. */
export function refusalOf(
  effectif: bigint,
  capexCentimes: bigint,
  rules: GeneralRules,
  rulesVersion: string,
): GeneralRefusal | null {
  const { voieA, voieB } = rules.eligibilite;
  const capex: AmountGap = {
    operator: voieA.capexOp,
    limit: voieA.capexMad,
    value: toDirhams(capexCentimes),
    missingCentimes: missingTo(capexCentimes, voieA.capexOp, BigInt(voieA.capexMad) * 100n),
  };
  const jobsA = jobsGap(effectif, voieA.effectifOp, voieA.effectif);
  const jobsB = jobsGap(effectif, voieB.effectifOp, voieB.effectif);
  const isEligible = (capex.missingCentimes === 0 && jobsA.missing === 0) || jobsB.missing === 0;
  if (isEligible) return null;
  return {
    rulesVersion,
    routes: [
      { key: 'voieA', capex, effectif: jobsA },
      { key: 'voieB', effectif: jobsB },
    ],
  };
}
