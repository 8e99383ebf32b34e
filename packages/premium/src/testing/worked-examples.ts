import type { GeneralForm } from '../general/form.ts';
import type { GeneralResult } from '../general/simulate.ts';
import type { NordevForm } from '../nordev/form.ts';
import type { NordevResult } from '../nordev/simulate.ts';

export const million = 1_000_000;
const M = million;

/** An automobile plant in Tanger-Assilah without investment and women; all answers no. */
export const plant = {
  intituleProjet: 'Usine de câblage',
  consistanceProjet: 'Construction et équipement d’une usine de câblage automobile',
  effectif: 0,
  secteurActivite: { code: 'INDUSTRIE', libelle: 'Industrie' },
  typeIndustrie: { code: 'AUTOMOBILE', libelle: 'Automobile' },
  metierAvenir: false,
  localisationProjet: { code: '01.511', libelle: 'Tanger-Assilah' },
  projetInvestissementDurable: false,
  tauxIntegrationLocale: 0,
  fraisEtude: { fraisRecherche: 0, fraisTransfert: 0 },
  terrainNu: true,
  typeFoncier: ['Privé'],
  foncierPublic: { acquisitionTerrain: null, locationTerrain: null },
  foncierPrive: { acquisitionTerrain: 0, locationTerrain: 0 },
  infrastructure: { infraExternes: 0, infraInternes: 0 },
  constructions: { genieCivile: 0, travauxAmenagement: 0 },
  equipements: 0,
  masseSalarialeTotale: 10 * M,
  masseSalarialeFeminine: 0,
} satisfies GeneralForm;

/** Worked example 1. */
export const example1 = {
  ...plant,
  fraisEtude: { fraisRecherche: 2 * M, fraisTransfert: M },
  foncierPrive: { acquisitionTerrain: 10 * M, locationTerrain: 0 },
  infrastructure: { infraExternes: 2 * M, infraInternes: 3 * M },
  constructions: { genieCivile: 20 * M, travauxAmenagement: 5 * M },
  equipements: 57 * M,
  effectif: 120,
  masseSalarialeTotale: 12 * M,
  masseSalarialeFeminine: 3 * M,
  tauxIntegrationLocale: 35,
} satisfies GeneralForm;

/** Name, form, and the {@link generalFigures} of its result. */
export const generalExamples: readonly [string, GeneralForm, string][] = [
  ['1', example1, '5/0/0/0/0/0/5 = 10; 100 -> 10'],
  [
    '3, ratio exactly 1',
    { ...plant, equipements: 80 * M, effectif: 80 },
    '0/0/0/0/0/0/5 = 5; 80 -> 4',
  ],
  [
    '4, ratio exactly 1.5',
    { ...plant, equipements: 60 * M, effectif: 90 },
    '5/0/0/0/0/0/5 = 10; 60 -> 6',
  ],
  [
    '6, ratio exactly 3',
    { ...plant, equipements: 50 * M, effectif: 150 },
    '7/0/0/0/0/0/5 = 12; 50 -> 6',
  ],
  ['8c', { ...plant, equipements: 40 * M, effectif: 150 }, '10/0/0/0/0/0/5 = 15; 40 -> 6'],
  [
    '9',
    {
      ...example1,
      localisationProjet: '01.405',
      foncierPrive: { acquisitionTerrain: 30 * M, locationTerrain: 0 },
      equipements: 37 * M,
    },
    '5/0/0/0/0/10/5 = 20; 90 -> 18',
  ],
];

/** "seven premiums = sum, after ceiling; base -> amount". */
export function generalFigures(result: GeneralResult): string {
  const each = [
    result.tauxPrimeEmploiStable,
    result.tauxPrimeGenre,
    result.tauxPrimeMetierAvenir,
    result.tauxPrimeDeveloppementDurable,
    result.tauxPrimeIntegrationLocal,
    result.tauxPrimeTerretorielle,
    result.tauxPrimeSectorielle,
  ].join('/');
  return `${each} = ${String(result.tauxPrimeTotale)}; ${String(result.montantPrimable)} -> ${String(result.montantPrimeTotale)}`;
}

/** A small enterprise in Tanger-Assilah with minimal values. */
export const workshop = {
  categorieEntreprise: 'PME',
  intituleProjet: 'Atelier de tissage',
  consistanceProjet: 'Création d’un atelier de tissage et d’un espace de vente',
  nombreEmploiStableCree: 0,
  secteurActivite: { code: 'ARTISANAT', libelle: 'Artisanat' },
  localisationProjet: { code: '01.511', libelle: 'Tanger-Assilah' },
  montantTotalInvestissement: M,
  masseSalarialeTotale: 0,
  masseSalarialeFeminine: 0,
  masseSalarialeJeuneNEET: 0,
  masseSalarialePersonneHandicap: 0,
  businessModelInnovant: false,
  produitServiceInnovant: false,
  technologieInnovante: false,
  projetMciOmpicCri: false,
  mesureEconomieEau: false,
  utilisationEnergieRenouvelable: false,
  mesureEfficaciteEnergitique: false,
  substitutionImportation: 'aucun',
  chiffreAffaire: 0,
  chiffreAffaireExport: 0,
  convergenceVocationTerritoriale: 'aucun',
  dejaBeneficierConventionInvestissement: false,
} satisfies NordevForm;

/** Worked example N2: every ceiling cuts. */
export const exampleN2 = {
  ...workshop,
  categorieEntreprise: 'GRAND_ENTREPRISE',
  montantTotalInvestissement: 100 * M,
  nombreEmploiStableCree: 350,
  localisationProjet: { code: '01.051', libelle: 'Al Hoceïma' },
  businessModelInnovant: true,
  produitServiceInnovant: true,
  technologieInnovante: true,
  masseSalarialeTotale: 30 * M,
  masseSalarialeFeminine: 12 * M,
  masseSalarialeJeuneNEET: 3 * M,
  masseSalarialePersonneHandicap: 1.5 * M,
  mesureEconomieEau: true,
  utilisationEnergieRenouvelable: true,
  mesureEfficaciteEnergitique: true,
  substitutionImportation: 'forte',
  chiffreAffaire: 100 * M,
  chiffreAffaireExport: 70 * M,
  convergenceVocationTerritoriale: 'forte',
} satisfies NordevForm;

/** Name, form, and the {@link nordevFigures} of its result. */
export const nordevExamples: readonly [string, NordevForm, string][] = [
  [
    'N1',
    {
      ...workshop,
      categorieEntreprise: 'GRAND_ENTREPRISE',
      montantTotalInvestissement: 60 * M,
      nombreEmploiStableCree: 70,
    },
    '5+0+0+0+0+0=5 | 5+0+0=5 | 5 | 3',
  ],
  ['N2', exampleN2, '10+3+3+3+3+3=25 | 15+15+5=35 | 30 | 10'],
  [
    'N4',
    {
      ...workshop,
      montantTotalInvestissement: 3 * M,
      nombreEmploiStableCree: 6,
      localisationProjet: '01.331',
      technologieInnovante: true,
      masseSalarialeTotale: M,
      masseSalarialeFeminine: 0.3 * M,
      mesureEconomieEau: true,
      mesureEfficaciteEnergitique: true,
      convergenceVocationTerritoriale: 'moyenne',
    },
    '5+1+1+2+0+0=9 | 9+10+3=22 | 22 | 0.66',
  ],
  [
    'N8',
    {
      ...workshop,
      categorieEntreprise: 'TPE',
      montantTotalInvestissement: 0.5 * M,
      nombreEmploiStableCree: 5,
      localisationProjet: '01.571',
      businessModelInnovant: true,
      projetMciOmpicCri: true,
      convergenceVocationTerritoriale: 'faible',
    },
    '7+2+0+0+0+0=9 | 9+10+1=20 | 20 | 0.1',
  ],
  [
    'N10',
    {
      ...workshop,
      montantTotalInvestissement: 2 * M,
      nombreEmploiStableCree: 22,
      localisationProjet: '01.405',
      produitServiceInnovant: true,
      technologieInnovante: true,
      mesureEconomieEau: true,
      utilisationEnergieRenouvelable: true,
      mesureEfficaciteEnergitique: true,
      convergenceVocationTerritoriale: 'forte',
    },
    '10+2+0+3+0+0=15 | 15+10+5=30 | 30 | 0.6',
  ],
  [
    'N12',
    {
      ...workshop,
      categorieEntreprise: 'AUTO_ENTREPRENEUR',
      montantTotalInvestissement: 0.1 * M,
    },
    '0+0+0+0+0+0=0 | 0+0+0=0 | 0 | 0',
  ],
];

/** "six common premiums = sum | after ceiling + place + convergence = sum | rate | amount". */
export function nordevFigures(result: NordevResult): string {
  const common = [
    result.primeCreationEmploiStablePercent,
    result.primeInnovationPercent,
    result.primeImpactSocialPositifPercent,
    result.primeImpactEnvirenmentalPositifPercent,
    result.primeSubstitutionImportationPercent,
    result.primeCapaciteExportPercent,
  ].join('+');
  const place = [
    result.sommePrimeCommuneRetenue,
    result.primeTerritorialePercent,
    result.primeConvergencePercent,
  ].join('+');
  return [
    `${common}=${String(result.sommePrimeCommunePercent)}`,
    `${place}=${String(result.sommePrimePercent)}`,
    String(result.tauxRetenu),
    String(result.montant),
  ].join(' | ');
}
