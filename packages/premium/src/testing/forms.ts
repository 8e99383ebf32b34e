import fc from 'fast-check';
import type { GeneralForm, NordevForm } from '../index.ts';
import {
  COMPANY_CATEGORIES,
  CONVERGENCE_LEVELS,
  industries,
  places,
  sectors,
  SUBSTITUTION_LEVELS,
} from '../index.ts';
import { generalRuleSet, nordevRuleSet } from './rule-sets.ts';

/** Dirhams with at most 2 decimals: a mix of small, round and large amounts. */
function dirhams(most: number): fc.Arbitrary<number> {
  const centimes = Math.round(most * 100);
  return fc
    .oneof(
      fc.integer({ min: 0, max: Math.min(centimes, 500) }),
      fc.integer({ min: 0, max: Math.floor(most / 1000) }).map((thousands) => thousands * 100_000),
      fc.integer({ min: 0, max: centimes }),
    )
    .map((chosen) => chosen / 100);
}

/** A centime more, so that it is never 0. */
const orMore = (value: number): number => Math.round(value * 100 + 1) / 100;

/** A total and parts of it that never exceed it, in dirhams. */
function partsOf(count: number, total: fc.Arbitrary<number>): fc.Arbitrary<number[]> {
  return total.chain((whole) => {
    const part = fc.oneof(dirhams(whole), fc.constantFrom(0, whole));
    return fc.tuple(fc.constant(whole), ...Array.from({ length: count }, () => part));
  });
}

const codes = (listed: { code: string }[]) => fc.constantFrom(...listed.map(({ code }) => code));

const amount = dirhams(80_000_000);
const land = fc.record({ acquisitionTerrain: amount, locationTerrain: dirhams(5_000_000) });

export const generalForms: fc.Arbitrary<GeneralForm> = fc
  .record({
    fields: fc.record({
      effectif: fc.oneof(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 1_000_000 })),
      secteurActivite: codes(sectors(generalRuleSet)),
      typeIndustrie: codes(industries(generalRuleSet)),
      metierAvenir: fc.boolean(),
      localisationProjet: codes(places(generalRuleSet)),
      projetInvestissementDurable: fc.boolean(),
      tauxIntegrationLocale: fc
        .integer({ min: 0, max: 10_000 })
        .map((hundredths) => hundredths / 100),
      fraisEtude: fc.record({ fraisRecherche: amount, fraisTransfert: amount }),
      foncierPublic: land,
      foncierPrive: land,
      infrastructure: fc.record({ infraExternes: amount, infraInternes: amount }),
      constructions: fc.record({ genieCivile: amount, travauxAmenagement: amount }),
      equipements: amount.map(orMore),
    }),
    payrolls: partsOf(1, amount.map(orMore)),
  })
  .map(({ fields, payrolls: [masseSalarialeTotale, masseSalarialeFeminine] }) => ({
    ...fields,
    masseSalarialeTotale,
    masseSalarialeFeminine,
  }));

export const nordevForms: fc.Arbitrary<NordevForm> = fc
  .record({
    fields: fc.record({
      categorieEntreprise: fc.constantFrom(...COMPANY_CATEGORIES),
      nombreEmploiStableCree: fc.oneof(
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: 1_000_000 }),
      ),
      secteurActivite: codes(sectors(nordevRuleSet)),
      localisationProjet: codes(places(nordevRuleSet)),
      montantTotalInvestissement: amount.map(orMore),
      businessModelInnovant: fc.boolean(),
      produitServiceInnovant: fc.boolean(),
      technologieInnovante: fc.boolean(),
      projetMciOmpicCri: fc.boolean(),
      mesureEconomieEau: fc.boolean(),
      utilisationEnergieRenouvelable: fc.boolean(),
      mesureEfficaciteEnergitique: fc.boolean(),
      substitutionImportation: fc.constantFrom(...SUBSTITUTION_LEVELS),
      convergenceVocationTerritoriale: fc.constantFrom(...CONVERGENCE_LEVELS),
      dejaBeneficierConventionInvestissement: fc.boolean(),
    }),
    payrolls: partsOf(3, amount),
    turnover: partsOf(1, amount),
  })
  .map(({ fields, payrolls, turnover }) => ({
    ...fields,
    masseSalarialeTotale: payrolls[0],
    masseSalarialeFeminine: payrolls[1],
    masseSalarialeJeuneNEET: payrolls[2],
    masseSalarialePersonneHandicap: payrolls[3],
    chiffreAffaire: turnover[0],
    chiffreAffaireExport: turnover[1],
  }));

const numberLike = fc.oneof(
  fc.double(),
  fc.string(),
  fc.constantFrom(null, undefined, '', '-1', '0', '1e5', -0, 1e12, '999999999999.999'),
);
const codeLike = fc.oneof(
  fc.string(),
  fc.constantFrom(null, undefined, '__proto__', 'constructor', 'INDUSTRIE', '01.511'),
  fc.record({ code: fc.string() }),
);
const yesNoLike = fc.constantFrom(true, false, null, undefined);

/** Forms with any value that the type allows in each field, and with any field missing. */
export const wildGeneralForms: fc.Arbitrary<GeneralForm> = fc.record(
  {
    effectif: numberLike,
    secteurActivite: codeLike,
    typeIndustrie: codeLike,
    metierAvenir: yesNoLike,
    localisationProjet: codeLike,
    projetInvestissementDurable: yesNoLike,
    tauxIntegrationLocale: numberLike,
    typeFoncier: fc.subarray(['Public', 'Privé'] as const),
    foncierPublic: fc.record({ acquisitionTerrain: numberLike, locationTerrain: numberLike }),
    foncierPrive: fc.constant(null),
    fraisEtude: fc.record({ fraisRecherche: numberLike, fraisTransfert: numberLike }),
    equipements: numberLike,
    masseSalarialeTotale: numberLike,
    masseSalarialeFeminine: numberLike,
  },
  { requiredKeys: [] },
);

export const wildNordevForms: fc.Arbitrary<NordevForm> = fc.record(
  {
    categorieEntreprise: fc.constantFrom(...COMPANY_CATEGORIES, null),
    nombreEmploiStableCree: numberLike,
    secteurActivite: codeLike,
    localisationProjet: codeLike,
    montantTotalInvestissement: numberLike,
    masseSalarialeTotale: numberLike,
    masseSalarialeFeminine: numberLike,
    businessModelInnovant: yesNoLike,
    substitutionImportation: fc.constantFrom(...SUBSTITUTION_LEVELS, null),
    chiffreAffaire: numberLike,
    chiffreAffaireExport: numberLike,
    dejaBeneficierConventionInvestissement: yesNoLike,
  },
  { requiredKeys: [] },
);
