import { hundredthsOf, MAX_JOBS, toDirhams } from '../amount.ts';
import type { NearestChange, PremiumDetail, ThresholdPart } from '../explanation.ts';
import { byBracket, byCount, byLevel, byPlace, partToMeet } from '../premiums.ts';
import { jobsPerMillion, meets, shareOf, shown } from '../ratio.ts';
import { CONVERGENCE_LEVELS, SOCIAL_PAYROLLS, SUBSTITUTION_LEVELS } from '../rules/types.ts';
import type { NordevRules } from '../rules/types.ts';
import type { NordevInput } from './form.ts';

function jobs(input: NordevInput, rules: NordevRules): PremiumDetail {
  const { categorieEntreprise, nombreEmploiStableCree, montantTotalInvestissement } = input;
  const ratio = jobsPerMillion(nombreEmploiStableCree, montantTotalInvestissement);
  const figures = {
    categorieEntreprise,
    nombreEmploiStableCree: Number(nombreEmploiStableCree),
    montantTotalInvestissement: toDirhams(montantTotalInvestissement),
    ratio: shown(ratio),
  };
  const isLarge = categorieEntreprise === 'GRAND_ENTREPRISE';
  return byBracket(
    { key: 'primeCreationEmploiStablePercent', figures, input: 'nombreEmploiStableCree' },
    'jobsPerMillion',
    isLarge ? rules.emploi.GRAND_ENTREPRISE : rules.emploi.AUTRES,
    ratio,
    BigInt(MAX_JOBS),
    Number,
  );
}

/**
 * Each payroll that meets its threshold adds its rate. The proposed change is for the payroll with the smallest missing
 * amount, or the first in the form's order.
 */
function social(input: NordevInput, rules: NordevRules): PremiumDetail {
  const { masseSalarialeTotale: total, payrolls } = input;
  const maximum = hundredthsOf(rules.social.max);
  const figures: PremiumDetail['figures'] = { masseSalarialeTotale: toDirhams(total) };
  const parts: ThresholdPart[] = [];
  let sum = 0;
  for (const payroll of SOCIAL_PAYROLLS) {
    const { op, seuilPct, taux } = rules.social[payroll];
    const ratio = shareOf(payrolls[payroll], total);
    const isMet = meets(ratio, op, seuilPct);
    if (isMet) sum += hundredthsOf(taux);
    figures[payroll] = toDirhams(payrolls[payroll]);
    figures[`${payroll}Share`] = shown(ratio);
    parts.push({ input: payroll, operator: op, bound: seuilPct, rate: taux, met: isMet });
  }
  const rate = Math.min(sum, maximum) / 100;
  let least: bigint | null = null;
  let nearest: NearestChange | null = null;
  for (const payroll of SOCIAL_PAYROLLS) {
    const rule = rules.social[payroll];
    const from = payrolls[payroll];
    const to = partToMeet(rule, shareOf(from, total), total);
    const rateTo = Math.min(sum + hundredthsOf(rule.taux), maximum) / 100;
    if (to === null || rateTo <= rate || (least !== null && to - from >= least)) continue;
    least = to - from;
    nearest = { input: payroll, from: toDirhams(from), to: toDirhams(to), rateTo };
  }
  const key = 'primeImpactSocialPositifPercent';
  const rule = { kind: 'thresholds', max: rules.social.max, parts } as const;
  return { key, rate, figures, rule, nearest };
}

function exportCapacity(input: NordevInput, rules: NordevRules): PremiumDetail {
  const { chiffreAffaire, chiffreAffaireExport } = input;
  const ratio = shareOf(chiffreAffaireExport, chiffreAffaire);
  const figures = {
    chiffreAffaire: toDirhams(chiffreAffaire),
    chiffreAffaireExport: toDirhams(chiffreAffaireExport),
    share: shown(ratio),
  };
  return byBracket(
    { key: 'primeCapaciteExportPercent', figures, input: 'chiffreAffaireExport' },
    'percent',
    rules.export,
    ratio,
    chiffreAffaire,
    toDirhams,
  );
}

function territorial({ localisationProjet }: NordevInput, rules: NordevRules): PremiumDetail {
  return byPlace(
    {
      key: 'primeTerritorialePercent',
      figures: { localisationProjet },
      input: 'localisationProjet',
    },
    localisationProjet,
    Object.keys(rules.territoriale),
    (code) => rules.territoriale[code] ?? 0,
    localisationProjet,
  );
}

/** The six premiums under the common ceiling, in the order of the result. */
export function commonPremiums(
  input: NordevInput,
  rules: NordevRules,
): [
  jobs: PremiumDetail,
  innovation: PremiumDetail,
  social: PremiumDetail,
  environment: PremiumDetail,
  substitution: PremiumDetail,
  exportCapacity: PremiumDetail,
] {
  const { substitutionImportation } = input;
  return [
    jobs(input, rules),
    byCount('primeInnovationPercent', rules.innovation, input.innovation),
    social(input, rules),
    byCount('primeImpactEnvirenmentalPositifPercent', rules.environnement, input.environment),
    byLevel(
      {
        key: 'primeSubstitutionImportationPercent',
        figures: { substitutionImportation },
        input: 'substitutionImportation',
      },
      SUBSTITUTION_LEVELS,
      rules.substitutionImportation,
      substitutionImportation,
    ),
    exportCapacity(input, rules),
  ];
}

/** The premiums of the place, outside of the common ceiling. */
export function placePremiums(
  input: NordevInput,
  rules: NordevRules,
): [territorial: PremiumDetail, convergence: PremiumDetail] {
  const { convergenceVocationTerritoriale } = input;
  return [
    territorial(input, rules),
    byLevel(
      {
        key: 'primeConvergencePercent',
        figures: { convergenceVocationTerritoriale },
        input: 'convergenceVocationTerritoriale',
      },
      CONVERGENCE_LEVELS,
      rules.convergence,
      convergenceVocationTerritoriale,
    ),
  ];
}
