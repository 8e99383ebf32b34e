import { industries, places, sectors } from '../rules/lists.ts';
import type { GeneralForm } from '../general/form.ts';
import type { NordevForm } from '../nordev/form.ts';
import {
  COMPANY_CATEGORIES,
  CONVERGENCE_LEVELS,
  type GeneralRuleSet,
  type NordevRuleSet,
  SUBSTITUTION_LEVELS,
} from '../rules/types.ts';

type Draw = ReturnType<typeof drawing>;

/** Random numbers and choices from a seed, equal on every machine and in every engine. */
function drawing(seed: number) {
  let state = seed;
  /** mulberry32 uses integer arithmetic only, so that every engine draws the same. */
  function random(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const whole = (most: number): number => Math.floor(random() * (most + 1));
  const isYes = (): boolean => random() < 0.5;
  /** Dirhams with centimes; half of them as the decimal strings that forms send. */
  function dirhams(most: number): number | string {
    const centimes = whole(most * 100);
    return isYes() ? centimes / 100 : (centimes / 100).toFixed(2);
  }
  function pick<T>(items: readonly T[]): T {
    const item = items[whole(items.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  return { whole, isYes, dirhams, pick };
}

function generalForms({ whole, isYes, dirhams, pick }: Draw, general: GeneralRuleSet) {
  const generalSectors = sectors(general);
  const generalIndustries = industries(general);
  const generalPlaces = places(general);

  return (): GeneralForm => {
    const payroll = 1 + whole(50_000_000);
    return {
      effectif: whole(600),
      secteurActivite: { code: pick(generalSectors).code },
      typeIndustrie: pick(generalIndustries).code,
      metierAvenir: isYes(),
      localisationProjet: { code: pick(generalPlaces).code },
      projetInvestissementDurable: isYes(),
      tauxIntegrationLocale: whole(10_000) / 100,
      fraisEtude: { fraisRecherche: dirhams(5e6), fraisTransfert: dirhams(5e6) },
      typeFoncier: ['Public', 'Privé'],
      foncierPublic: { acquisitionTerrain: dirhams(2e7), locationTerrain: dirhams(1e6) },
      foncierPrive: { acquisitionTerrain: dirhams(5e7), locationTerrain: dirhams(1e6) },
      infrastructure: { infraExternes: dirhams(1e7), infraInternes: dirhams(1e7) },
      constructions: { genieCivile: dirhams(3e7), travauxAmenagement: dirhams(1e7) },
      equipements: 1 + whole(100_000_000),
      masseSalarialeTotale: payroll,
      masseSalarialeFeminine: whole(payroll),
    };
  };
}

function nordevForms({ whole, isYes, pick }: Draw, nordev: NordevRuleSet) {
  const nordevSectors = sectors(nordev);
  const nordevPlaces = places(nordev);

  return (): NordevForm => {
    const payroll = whole(20_000_000);
    const turnover = whole(100_000_000);
    return {
      categorieEntreprise: pick(COMPANY_CATEGORIES),
      nombreEmploiStableCree: whole(400),
      secteurActivite: pick(nordevSectors).code,
      localisationProjet: pick(nordevPlaces).code,
      montantTotalInvestissement: 1 + whole(120_000_000),
      masseSalarialeTotale: payroll,
      masseSalarialeFeminine: whole(payroll),
      masseSalarialeJeuneNEET: whole(payroll),
      masseSalarialePersonneHandicap: whole(payroll),
      businessModelInnovant: isYes(),
      produitServiceInnovant: isYes(),
      technologieInnovante: isYes(),
      projetMciOmpicCri: isYes(),
      mesureEconomieEau: isYes(),
      utilisationEnergieRenouvelable: isYes(),
      mesureEfficaciteEnergitique: isYes(),
      substitutionImportation: pick(SUBSTITUTION_LEVELS),
      chiffreAffaire: turnover,
      chiffreAffaireExport: whole(turnover),
      convergenceVocationTerritoriale: pick(CONVERGENCE_LEVELS),
      dejaBeneficierConventionInvestissement: isYes(),
    };
  };
}

/**
 * Random forms of both simulators from a seed, equal on every machine and in every engine. Benchmarks use them, and
 * comparisons of Node with browsers and of two rule sets.
 */
export function randomForms(seed: number, general: GeneralRuleSet, nordev: NordevRuleSet) {
  const draw = drawing(seed);
  return { general: generalForms(draw, general), nordev: nordevForms(draw, nordev) };
}

export const randomGeneralForms = (seed: number, general: GeneralRuleSet) =>
  generalForms(drawing(seed), general);

export const randomNordevForms = (seed: number, nordev: NordevRuleSet) =>
  nordevForms(drawing(seed), nordev);
