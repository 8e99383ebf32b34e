import type { SimulateNordevInput } from '@wasl/contracts';
import {
  CONVERGENCE_LEVELS,
  type ConvergenceLevel,
  type NordevForm,
  nordevIssues,
  type NordevRuleSet,
} from '@wasl/premium';
import { nordev } from 'virtual:wasl/form-shapes';

import { codecOf, type FormValues, type GroupShape } from '../../../ui/form/form-shape.ts';
import { toFieldValues, type SavedSimulation } from './answers.ts';
import { type Fault, toBoolean } from './faults.ts';

export const nordevSteps = { project: 0, characteristics: 1, result: 2 } as const;

const codec = codecOf<SimulateNordevInput>(nordev as GroupShape);

/** Values of the NORDEV form; amounts in dirhams, convergence as the slider's number. */
export type NordevValues = Omit<
  FormValues<SimulateNordevInput>,
  'convergenceVocationTerritoriale'
> & { step: number; convergenceVocationTerritoriale: number };

export const emptyNordev: NordevValues = {
  ...codec.empty,
  step: nordevSteps.project,
  convergenceVocationTerritoriale: 0,
};

export const convergenceStep = 33;

export function convergenceOf(figure: number): ConvergenceLevel {
  return CONVERGENCE_LEVELS[Math.round(figure / convergenceStep)] ?? 'aucun';
}

/** Form values of a saved simulation, with all steps completed. */
export function nordevValuesOf(form: SavedSimulation['form']): NordevValues {
  const level = CONVERGENCE_LEVELS.findIndex(
    (one) => one === form['convergenceVocationTerritoriale'],
  );
  return {
    ...codec.valuesOf(toFieldValues(form)),
    convergenceVocationTerritoriale: Math.max(level, 0) * convergenceStep,
    step: nordevSteps.characteristics,
  };
}

/** Input of the calculation: answers as booleans, convergence as its level. */
export function nordevFormOf(values: NordevValues): NordevForm {
  return {
    ...values,
    businessModelInnovant: toBoolean(values.businessModelInnovant),
    produitServiceInnovant: toBoolean(values.produitServiceInnovant),
    technologieInnovante: toBoolean(values.technologieInnovante),
    projetMciOmpicCri: toBoolean(values.projetMciOmpicCri),
    mesureEconomieEau: toBoolean(values.mesureEconomieEau),
    utilisationEnergieRenouvelable: toBoolean(values.utilisationEnergieRenouvelable),
    mesureEfficaciteEnergitique: toBoolean(values.mesureEfficaciteEnergitique),
    convergenceVocationTerritoriale: convergenceOf(values.convergenceVocationTerritoriale),
    dejaBeneficierConventionInvestissement: toBoolean(
      values.dejaBeneficierConventionInvestissement,
    ),
  };
}

/** Payload of `/simulate-nordev`; expects a form without errors. */
export function nordevBodyOf(values: NordevValues): SimulateNordevInput {
  const figure = values.convergenceVocationTerritoriale;
  return codec.wireOf({ ...values, convergenceVocationTerritoriale: convergenceOf(figure) });
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

/** All errors that prevent the simulation; every field is required. */
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
