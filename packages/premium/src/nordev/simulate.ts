import { hundredthsOf, roundHalfUp, toMillions } from '../amount.ts';
import type { Details } from '../explanation.ts';
import type { Issue } from '../form.ts';
import { ceiling, sumOfRates } from '../premiums.ts';
import type { NordevRuleSet } from '../rules/types.ts';
import { readNordevForm } from './form.ts';
import type { NordevForm, NordevInput } from './form.ts';
import { commonPremiums, placePremiums } from './premiums.ts';

/** Rates in percent, amounts in M MAD with at most 6 decimals. */
export type NordevResult = {
  primeCreationEmploiStablePercent: number;
  primeInnovationPercent: number;
  primeImpactSocialPositifPercent: number;
  primeImpactEnvirenmentalPositifPercent: number;
  primeSubstitutionImportationPercent: number;
  primeCapaciteExportPercent: number;
  /** The sum of the six before its ceiling. */
  sommePrimeCommunePercent: number;
  sommePrimeCommuneRetenue: number;
  primeTerritorialePercent: number;
  primeConvergencePercent: number;
  /** Common premiums after their ceiling + territorial + convergence, before the global ceiling. */
  sommePrimePercent: number;
  /** Percent. */
  plafondGlobal: number;
  tauxRetenu: number;
  montantAvantPlafond: number;
  /** The ceiling of the company's category, even when it reduced nothing. */
  plafondMontant: number;
  montant: number;
  rulesVersion: string;
};

export type NordevOutcome =
  | { kind: 'invalid'; issues: Issue[] }
  | { kind: 'granted'; result: NordevResult; details: Details };

/**
 * Simulates the NORDEV premium. It is pure and never throws with a validated rule set. The order of computation is in
 * the README.
 */
export function simulateNordev(form: NordevForm, ruleSet: NordevRuleSet): NordevOutcome {
  const { input, issues } = readNordevForm(form, ruleSet);
  if (issues.length > 0) return { kind: 'invalid', issues };
  return { kind: 'granted', ...computeNordev(input, ruleSet) };
}

export function computeNordev(
  input: NordevInput,
  { rules, version: rulesVersion }: NordevRuleSet,
): { result: NordevResult; details: Details } {
  const common = commonPremiums(input, rules);
  const [jobs, innovation, social, environment, substitution, exportCapacity] = common;
  const commonLimit = hundredthsOf(rules.plafondCommunesPct);
  const commonBefore = sumOfRates(common);
  const commonCapped = Math.min(commonBefore, commonLimit);

  const ofPlace = placePremiums(input, rules);
  const [territorial, convergence] = ofPlace;
  const rateBefore = commonCapped + sumOfRates(ofPlace);
  const { avecConvention, sansConvention } = rules.plafondGlobalPct;
  const rateLimit = hundredthsOf(
    input.dejaBeneficierConventionInvestissement ? avecConvention : sansConvention,
  );
  const rate = Math.min(rateBefore, rateLimit);

  // Centimes × hundredths of a percent, to whole dirhams.
  const amountBefore = roundHalfUp(input.montantTotalInvestissement * BigInt(rate), 10_000n * 100n);
  const amountLimit = BigInt(rules.plafondMontantMad[input.categorieEntreprise]);
  const amount = amountBefore < amountLimit ? amountBefore : amountLimit;
  return {
    result: {
      primeCreationEmploiStablePercent: jobs.rate,
      primeInnovationPercent: innovation.rate,
      primeImpactSocialPositifPercent: social.rate,
      primeImpactEnvirenmentalPositifPercent: environment.rate,
      primeSubstitutionImportationPercent: substitution.rate,
      primeCapaciteExportPercent: exportCapacity.rate,
      sommePrimeCommunePercent: commonBefore / 100,
      sommePrimeCommuneRetenue: commonCapped / 100,
      primeTerritorialePercent: territorial.rate,
      primeConvergencePercent: convergence.rate,
      sommePrimePercent: rateBefore / 100,
      plafondGlobal: rateLimit / 100,
      tauxRetenu: rate / 100,
      montantAvantPlafond: toMillions(amountBefore),
      plafondMontant: toMillions(amountLimit),
      montant: toMillions(amount),
      rulesVersion,
    },
    details: {
      premiums: [...common, ...ofPlace],
      ceilings: [
        ceiling('sommePrimeCommuneRetenue', 'percent', BigInt(commonLimit), BigInt(commonBefore)),
        ceiling('tauxRetenu', 'percent', BigInt(rateLimit), BigInt(rateBefore)),
        ceiling('montant', 'MAD', amountLimit * 100n, amountBefore * 100n),
      ],
    },
  };
}
