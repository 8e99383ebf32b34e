import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { line, paragraph } from '../wire/text.ts';
import { id, langQuery, refCode, yesNo } from '../wire/values.ts';
import { simulationDetails } from './explanation.ts';
import { numeric, oneOf } from './numeric.ts';

export const companyCategories = [
  'GRAND_ENTREPRISE',
  'PME',
  'TPE',
  'COOPERATIVE',
  'AUTO_ENTREPRENEUR',
] as const;
export const substitutionLevels = ['aucun', 'faible', 'forte'] as const;
export const convergenceLevels = ['aucun', 'faible', 'moyenne', 'forte'] as const;
/** The slider's figures, in the order of the words. */
export const convergenceFigures = [0, 33, 66, 99] as const;

/** The slider's figure or the word of the payload. Output: the word. */
const convergence = z.preprocess(
  (sent) => {
    const at = convergenceFigures.findIndex((figure) => figure === sent || String(figure) === sent);
    return convergenceLevels[at] ?? sent;
  },
  oneOf(convergenceLevels, 'obligatoire'),
);

/**
 * The NORDEV form; amounts in dirhams. `simulationPrimeFormFieldDTOS`, a list of key/value pairs that repeats the
 * fields, may be sent but is ignored.
 */
export const simulateNordevBody = z.object({
  categorieEntreprise: oneOf(companyCategories, 'obligatoire'),
  intituleProjet: line(200, 'obligatoire'),
  consistanceProjet: paragraph(4000, 'obligatoire'),
  nombreEmploiStableCree: numeric('obligatoire'),
  secteurActivite: refCode('obligatoire'),
  localisationProjet: refCode('obligatoire'),
  montantTotalInvestissement: numeric('obligatoire'),
  masseSalarialeTotale: numeric('obligatoire'),
  masseSalarialeFeminine: numeric('obligatoire'),
  masseSalarialeJeuneNEET: numeric('obligatoire'),
  masseSalarialePersonneHandicap: numeric('obligatoire'),
  businessModelInnovant: yesNo('obligatoire'),
  produitServiceInnovant: yesNo('obligatoire'),
  technologieInnovante: yesNo('obligatoire'),
  projetMciOmpicCri: yesNo('obligatoire'),
  mesureEconomieEau: yesNo('obligatoire'),
  utilisationEnergieRenouvelable: yesNo('obligatoire'),
  mesureEfficaciteEnergitique: yesNo('obligatoire'),
  /** The "other" environmental flag: stored and printed, without a rate. */
  autreMesureEnvironnementale: yesNo('obligatoire').nullish(),
  substitutionImportation: oneOf(substitutionLevels, 'obligatoire'),
  chiffreAffaire: numeric('obligatoire'),
  chiffreAffaireExport: numeric('obligatoire'),
  convergenceVocationTerritoriale: convergence,
  dejaBeneficierConventionInvestissement: yesNo('obligatoire'),
});
export type SimulateNordevInput = z.input<typeof simulateNordevBody>;
export type SimulateNordevForm = z.output<typeof simulateNordevBody>;

/** Rates in percent, amounts in M MAD with at most 6 decimals. */
export const nordevResult = z.object({
  primeCreationEmploiStablePercent: z.number(),
  primeInnovationPercent: z.number(),
  primeImpactSocialPositifPercent: z.number(),
  primeImpactEnvirenmentalPositifPercent: z.number(),
  primeSubstitutionImportationPercent: z.number(),
  primeCapaciteExportPercent: z.number(),
  /** The sum of the six before its ceiling. */
  sommePrimeCommunePercent: z.number(),
  sommePrimeCommuneRetenue: z.number(),
  primeTerritorialePercent: z.number(),
  primeConvergencePercent: z.number(),
  /** Common premiums after their ceiling, territorial and convergence, before the global ceiling. */
  sommePrimePercent: z.number(),
  plafondGlobal: z.number(),
  tauxRetenu: z.number(),
  montantAvantPlafond: z.number(),
  /** The ceiling of the company's category, even when it reduced nothing. */
  plafondMontant: z.number(),
  montant: z.number(),
  rulesVersion: z.string(),
});

export const nordevCalls = defineArea('simulations', {
  simulateNordev: {
    route: 'POST /simulate-nordev',
    permission: 'simulation:use',
    summary: 'Compute the NORDEV premium and keep the simulation',
    query: z.object({ lang: langQuery }),
    body: simulateNordevBody,
    response: z.object({
      data: nordevResult.extend({
        simulationPrimeNordevId: z.number(),
        details: simulationDetails,
      }),
    }),
  },
  generateNordevReport: {
    route: 'GET /simulation_prime_nordev/generate_report',
    permission: 'simulation:use',
    summary: 'A NORDEV simulation of the caller as a PDF document',
    query: z.object({ simulation_prime_nordev_id: id, lang: langQuery }),
    response: { status: 200, contentTypes: ['application/pdf'] },
  },
});
