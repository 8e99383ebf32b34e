import { hundredthsOf, roundHalfUp, toDirhams, toMillions } from '../amount.ts';
import type { Details } from '../explanation.ts';
import type { Issue } from '../form.ts';
import { ceiling, sumOfRates } from '../premiums.ts';
import type { GeneralRules, GeneralRuleSet } from '../rules/types.ts';
import { refusalOf } from './eligibility.ts';
import type { GeneralRefusal } from './eligibility.ts';
import { readGeneralForm } from './form.ts';
import type { Capex, GeneralForm } from './form.ts';
import { generalPremiums } from './premiums.ts';

/** Rates in percent, amounts in M MAD with at most 6 decimals. */
export type GeneralResult = {
  totalCapex: number;
  tauxPrimeEmploiStable: number;
  tauxPrimeGenre: number;
  tauxPrimeMetierAvenir: number;
  tauxPrimeDeveloppementDurable: number;
  tauxPrimeIntegrationLocal: number;
  tauxPrimeTerretorielle: number;
  tauxPrimeSectorielle: number;
  /** The sum of the rates before its ceiling. */
  tauxPrimeBrut: number;
  tauxPrimeTotale: number;
  /** The investment that the total rate applies to. */
  montantPrimable: number;
  montantPrimeTotale: number;
  /** The ceiling that reduced the amount, null when none did. */
  plafondApplique: number | null;
  rulesVersion: string;
};

/** Derivation of the base in dirhams, exact to the centime. */
export type BaseDetail = {
  totalCapex: number;
  foncierPublicExclu: number;
  foncierPriveExclu: number;
  montantPrimable: number;
};

export type GeneralDetails = Details & { base: BaseDetail };

export type GeneralOutcome =
  | { kind: 'invalid'; issues: Issue[] }
  | { kind: 'refused'; refusal: GeneralRefusal }
  | { kind: 'granted'; result: GeneralResult; details: GeneralDetails };

/** 10,000 is both 100 % in hundredths of a percent and the scale of the exact base. */
const WHOLE = 10_000n;

/**
 * CAPEX − public land − the private land above its share of CAPEX, in ten-thousandths of a centime. In this unit a
 * share of whole centimes is exact.
 */
function exactBase(capex: Capex, rules: GeneralRules): { base: bigint; landLimit: bigint } {
  const { exclureFoncierPublic, plafondFoncierPrivePct } = rules.assiette;
  const landLimit = capex.total * BigInt(hundredthsOf(plafondFoncierPrivePct));
  const land = capex.foncierPrive * WHOLE;
  const excess = land > landLimit ? land - landLimit : 0n;
  const publicLand = exclureFoncierPublic ? capex.foncierPublic : 0n;
  return { base: (capex.total - publicLand) * WHOLE - excess, landLimit };
}

/**
 * Simulates the general premium: parses the form, checks eligibility, computes. It is pure and never throws with a
 * validated rule set. The order of computation follows decree 2-23-1 of 16 February 2023, as in the README.
 */
export function simulateGeneral(form: GeneralForm, ruleSet: GeneralRuleSet): GeneralOutcome {
  const { rules, version: rulesVersion } = ruleSet;
  const { input, issues } = readGeneralForm(form, ruleSet);
  if (issues.length > 0) return { kind: 'invalid', issues };
  const { capex } = input;
  const refusal = refusalOf(input.effectif, capex.total, rules, rulesVersion);
  if (refusal !== null) return { kind: 'refused', refusal };

  const premiums = generalPremiums(input, rules);
  const [jobs, gender, future, sustainable, integration, territorial, sectoral] = premiums;
  const rateBefore = sumOfRates(premiums);
  const rate = Math.min(rateBefore, hundredthsOf(rules.plafondCumulPct));

  const { base, landLimit } = exactBase(capex, rules);
  const amountBefore = roundHalfUp(base * BigInt(rate), WHOLE * WHOLE * 100n);
  const limit = rules.plafondMontantMad[input.secteurActivite];
  const amountLimit = limit === undefined ? null : BigInt(limit);
  const isCut = amountLimit !== null && amountBefore > amountLimit;
  const amount = isCut ? amountLimit : amountBefore;

  // The explanation rounds the limit on private land to the centime; the base does not.
  const land = ceiling('foncierPrive', 'MAD', roundHalfUp(landLimit, WHOLE), capex.foncierPrive);
  const total = ceiling(
    'tauxPrimeTotale',
    'percent',
    BigInt(hundredthsOf(rules.plafondCumulPct)),
    BigInt(rateBefore),
  );
  const publicLand = rules.assiette.exclureFoncierPublic ? capex.foncierPublic : 0n;
  return {
    kind: 'granted',
    result: {
      totalCapex: toMillions(roundHalfUp(capex.total, 100n)),
      tauxPrimeEmploiStable: jobs.rate,
      tauxPrimeGenre: gender.rate,
      tauxPrimeMetierAvenir: future.rate,
      tauxPrimeDeveloppementDurable: sustainable.rate,
      tauxPrimeIntegrationLocal: integration.rate,
      tauxPrimeTerretorielle: territorial.rate,
      tauxPrimeSectorielle: sectoral.rate,
      tauxPrimeBrut: rateBefore / 100,
      tauxPrimeTotale: rate / 100,
      montantPrimable: toMillions(roundHalfUp(base, WHOLE * 100n)),
      montantPrimeTotale: toMillions(amount),
      plafondApplique: isCut ? toMillions(amountLimit) : null,
      rulesVersion,
    },
    details: {
      premiums,
      ceilings: [
        total,
        land,
        ...(amountLimit === null
          ? []
          : [ceiling('montantPrimeTotale', 'MAD', amountLimit * 100n, amountBefore * 100n)]),
      ],
      base: {
        totalCapex: toDirhams(capex.total),
        foncierPublicExclu: toDirhams(publicLand),
        foncierPriveExclu: land.cut,
        montantPrimable: toDirhams(roundHalfUp(base, WHOLE)),
      },
    },
  };
}
