import type { NordevForm } from '../index.ts';

/** Of a NORDEV form all that can be answered by no or by nothing. */
export const nothingMore = {
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
} as const satisfies Partial<NordevForm>;
