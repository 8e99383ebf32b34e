/** A million of dirhams. */
export const million = 1_000_000;

/** As the specified client sends it: an automobile plant in Tanger-Assilah, nothing invested, all answers Non. */
export const plantForm = {
  intituleProjet: 'Usine de câblage',
  consistanceProjet: 'Construction et équipement d’une usine de câblage automobile',
  effectif: 0,
  secteurActivite: { code: 'INDUSTRIE', libelle: 'Industrie' },
  typeIndustrie: { code: 'AUTOMOBILE', libelle: 'Automobile' },
  metierAvenir: 'Non',
  localisationProjet: { code: '01.511', libelle: 'Tanger-Assilah' },
  projetInvestissementDurable: 'Non',
  tauxIntegrationLocale: 0,
  fraisEtude: { fraisRecherche: 0, fraisTransfert: 0 },
  terrainNu: 'Oui',
  typeFoncier: ['Privé'],
  foncierPublic: { acquisitionTerrain: null, locationTerrain: null },
  foncierPrive: { acquisitionTerrain: 0, locationTerrain: 0 },
  infrastructure: { infraExternes: 0, infraInternes: 0 },
  constructions: { genieCivile: 0, travauxAmenagement: 0 },
  equipements: 0,
  masseSalarialeTotale: 10 * million,
  masseSalarialeFeminine: 0,
};

/** Worked example 1. */
export const generalExample = {
  ...plantForm,
  fraisEtude: { fraisRecherche: 2 * million, fraisTransfert: million },
  foncierPrive: { acquisitionTerrain: 10 * million, locationTerrain: 0 },
  infrastructure: { infraExternes: 2 * million, infraInternes: 3 * million },
  constructions: { genieCivile: 20 * million, travauxAmenagement: 5 * million },
  equipements: 57 * million,
  effectif: 120,
  masseSalarialeTotale: 12 * million,
  masseSalarialeFeminine: 3 * million,
  tauxIntegrationLocale: 35,
};

/** A small enterprise in Tanger-Assilah with all answers Non. */
export const plainNordevForm = {
  categorieEntreprise: 'PME',
  intituleProjet: 'Atelier de tissage',
  consistanceProjet: 'Création d’un atelier de tissage et d’un espace de vente',
  nombreEmploiStableCree: 0,
  secteurActivite: { code: 'ARTISANAT', libelle: 'Artisanat' },
  localisationProjet: { code: '01.511', libelle: 'Tanger-Assilah' },
  montantTotalInvestissement: million,
  masseSalarialeTotale: 0,
  masseSalarialeFeminine: 0,
  masseSalarialeJeuneNEET: 0,
  masseSalarialePersonneHandicap: 0,
  businessModelInnovant: 'Non',
  produitServiceInnovant: 'Non',
  technologieInnovante: 'Non',
  projetMciOmpicCri: 'Non',
  mesureEconomieEau: 'Non',
  utilisationEnergieRenouvelable: 'Non',
  mesureEfficaciteEnergitique: 'Non',
  substitutionImportation: 'aucun',
  chiffreAffaire: 0,
  chiffreAffaireExport: 0,
  convergenceVocationTerritoriale: 'aucun',
  dejaBeneficierConventionInvestissement: false,
};

/** Worked example N2: every ceiling cuts. */
export const nordevExample = {
  ...plainNordevForm,
  categorieEntreprise: 'GRAND_ENTREPRISE',
  montantTotalInvestissement: 100 * million,
  nombreEmploiStableCree: 350,
  localisationProjet: { code: '01.051', libelle: 'Al Hoceïma' },
  businessModelInnovant: 'Oui',
  produitServiceInnovant: 'Oui',
  technologieInnovante: 'Oui',
  masseSalarialeTotale: 30 * million,
  masseSalarialeFeminine: 12 * million,
  masseSalarialeJeuneNEET: 3 * million,
  masseSalarialePersonneHandicap: 1.5 * million,
  mesureEconomieEau: 'Oui',
  utilisationEnergieRenouvelable: 'Oui',
  mesureEfficaciteEnergitique: 'Oui',
  substitutionImportation: 'forte',
  chiffreAffaire: 100 * million,
  chiffreAffaireExport: 70 * million,
  convergenceVocationTerritoriale: 99,
};
