import {
  type CompanyCategory,
  CONVERGENCE_LEVELS,
  type ConvergenceLevel,
  type EnvironmentCriterion,
  type InnovationCriterion,
  type NordevForm,
  nordevIssues,
  type NordevRuleSet,
  type SubstitutionLevel,
} from '@wasl/premium';

import { type Answer, type Fault, isYes, type Typed } from './faults.ts';

export const nordevSteps = { project: 0, characteristics: 1, result: 2 } as const;

type Criterion = InnovationCriterion | EnvironmentCriterion;

/** The NORDEV form while it is filled in; amounts in dirhams, convergence as the slider's figure. */
export type NordevValues = {
  step: number;
  categorieEntreprise: CompanyCategory | null;
  intituleProjet: string;
  consistanceProjet: string;
  nombreEmploiStableCree: Typed;
  secteurActivite: string | null;
  localisationProjet: string | null;
  montantTotalInvestissement: Typed;
  masseSalarialeTotale: Typed;
  masseSalarialeFeminine: Typed;
  masseSalarialeJeuneNEET: Typed;
  masseSalarialePersonneHandicap: Typed;
  autreMesureEnvironnementale: Answer;
  substitutionImportation: SubstitutionLevel | null;
  chiffreAffaire: Typed;
  chiffreAffaireExport: Typed;
  convergenceVocationTerritoriale: number;
  dejaBeneficierConventionInvestissement: Answer;
} & Record<Criterion, Answer>;

export const emptyNordev: NordevValues = {
  step: nordevSteps.project,
  categorieEntreprise: null,
  intituleProjet: '',
  consistanceProjet: '',
  nombreEmploiStableCree: '',
  secteurActivite: null,
  localisationProjet: null,
  montantTotalInvestissement: '',
  masseSalarialeTotale: '',
  masseSalarialeFeminine: '',
  masseSalarialeJeuneNEET: '',
  masseSalarialePersonneHandicap: '',
  businessModelInnovant: null,
  produitServiceInnovant: null,
  technologieInnovante: null,
  projetMciOmpicCri: null,
  mesureEconomieEau: null,
  utilisationEnergieRenouvelable: null,
  mesureEfficaciteEnergitique: null,
  autreMesureEnvironnementale: null,
  substitutionImportation: null,
  chiffreAffaire: '',
  chiffreAffaireExport: '',
  convergenceVocationTerritoriale: 0,
  dejaBeneficierConventionInvestissement: null,
};

export const convergenceStep = 33;

/** The word of the slider's figure. */
export function convergenceOf(figure: number): ConvergenceLevel {
  return CONVERGENCE_LEVELS[Math.round(figure / convergenceStep)] ?? 'aucun';
}

/** What the calculation reads: answers as booleans, convergence as its word. */
export function nordevFormOf(values: NordevValues): NordevForm {
  return {
    ...values,
    businessModelInnovant: isYes(values.businessModelInnovant),
    produitServiceInnovant: isYes(values.produitServiceInnovant),
    technologieInnovante: isYes(values.technologieInnovante),
    projetMciOmpicCri: isYes(values.projetMciOmpicCri),
    mesureEconomieEau: isYes(values.mesureEconomieEau),
    utilisationEnergieRenouvelable: isYes(values.utilisationEnergieRenouvelable),
    mesureEfficaciteEnergitique: isYes(values.mesureEfficaciteEnergitique),
    convergenceVocationTerritoriale: convergenceOf(values.convergenceVocationTerritoriale),
    dejaBeneficierConventionInvestissement: isYes(values.dejaBeneficierConventionInvestissement),
  };
}

/** The payload of `/simulate-nordev`, of a form without faults. */
export function nordevBodyOf(values: NordevValues) {
  const { step: _step, ...fields } = values;
  return {
    ...fields,
    categorieEntreprise: values.categorieEntreprise ?? 'TPE',
    secteurActivite: values.secteurActivite ?? '',
    localisationProjet: values.localisationProjet ?? '',
    businessModelInnovant: values.businessModelInnovant ?? '',
    produitServiceInnovant: values.produitServiceInnovant ?? '',
    technologieInnovante: values.technologieInnovante ?? '',
    projetMciOmpicCri: values.projetMciOmpicCri ?? '',
    mesureEconomieEau: values.mesureEconomieEau ?? '',
    utilisationEnergieRenouvelable: values.utilisationEnergieRenouvelable ?? '',
    mesureEfficaciteEnergitique: values.mesureEfficaciteEnergitique ?? '',
    substitutionImportation: values.substitutionImportation ?? 'aucun',
    convergenceVocationTerritoriale: convergenceOf(values.convergenceVocationTerritoriale),
    dejaBeneficierConventionInvestissement: values.dejaBeneficierConventionInvestissement ?? '',
  };
}

const project = new Set([
  'categorieEntreprise',
  'intituleProjet',
  'consistanceProjet',
  'nombreEmploiStableCree',
  'secteurActivite',
  'localisationProjet',
  'montantTotalInvestissement',
]);

/** Everything that keeps the form from being simulated: every field is required. */
export function nordevFaults(values: NordevValues, ruleSet: NordevRuleSet): Fault[] {
  const missing = [
    ...(values.intituleProjet.trim() === '' ? ['intituleProjet'] : []),
    ...(values.consistanceProjet.trim() === '' ? ['consistanceProjet'] : []),
    ...(values.autreMesureEnvironnementale === null ? ['autreMesureEnvironnementale'] : []),
  ].map((path) => ({ path, code: 'REQUIRED' as const }));
  return [...missing, ...nordevIssues(nordevFormOf(values), ruleSet)].map((issue) => ({
    ...issue,
    step: project.has(issue.path) ? nordevSteps.project : nordevSteps.characteristics,
  }));
}
