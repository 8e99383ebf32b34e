import type { SimulateInput } from '@wasl/contracts';
import { type GeneralForm, generalIssues, type GeneralRuleSet, needsIndustry } from '@wasl/premium';
import { general } from 'virtual:wasl/form-shapes';

import { codecOf, type FormValues, type GroupShape } from '../../../ui/form/form-shape.ts';
import { toFieldValues, type SavedSimulation } from './answers.ts';
import { type Fault, toBoolean } from './faults.ts';

export const generalSteps = { identification: 0, capex: 1, payroll: 2, result: 3 } as const;

const codec = codecOf<SimulateInput>(general as GroupShape);

/** Values of the general form; amounts in dirhams, payrolls by month. */
export type GeneralValues = FormValues<SimulateInput> & { step: number };

export const emptyGeneral: GeneralValues = { ...codec.empty, step: generalSteps.identification };
export type LandValues = GeneralValues['foncierPublic'];
export const emptyLand: LandValues = emptyGeneral.foncierPublic;

/** Form values of a saved simulation, with all steps completed. */
export function generalValuesOf(form: SavedSimulation['form']): GeneralValues {
  return { ...codec.valuesOf(toFieldValues(form)), step: generalSteps.payroll };
}

/** Input of the calculation: answers as booleans, without fields that do not apply. */
export function generalFormOf(values: GeneralValues, ruleSet: GeneralRuleSet): GeneralForm {
  const isIndustry = needsIndustry(values.secteurActivite, ruleSet);
  return {
    ...values,
    typeIndustrie: isIndustry ? values.typeIndustrie : null,
    tauxIntegrationLocale: isIndustry ? values.tauxIntegrationLocale : null,
    metierAvenir: toBoolean(values.metierAvenir),
    projetInvestissementDurable: toBoolean(values.projetInvestissementDurable),
    terrainNu: toBoolean(values.terrainNu),
    foncierPublic: values.typeFoncier.includes('Public') ? values.foncierPublic : null,
    foncierPrive: values.typeFoncier.includes('Privé') ? values.foncierPrive : null,
  };
}

/** Payload of `/simulate`; expects a form without errors. */
export function generalBodyOf(values: GeneralValues, ruleSet: GeneralRuleSet): SimulateInput {
  const isIndustry = needsIndustry(values.secteurActivite, ruleSet);
  return codec.wireOf({
    ...values,
    ...(isIndustry ? {} : { typeIndustrie: null, tauxIntegrationLocale: null }),
    foncierPublic: values.typeFoncier.includes('Public') ? values.foncierPublic : null,
    foncierPrive: values.typeFoncier.includes('Privé') ? values.foncierPrive : null,
  });
}

const identification = new Set([
  'intituleProjet',
  'consistanceProjet',
  'effectif',
  'secteurActivite',
  'typeIndustrie',
  'metierAvenir',
  'localisationProjet',
  'projetInvestissementDurable',
  'tauxIntegrationLocale',
]);

function stepOf(path: string): number {
  if (identification.has(path)) return generalSteps.identification;
  return path.startsWith('masseSalariale') ? generalSteps.payroll : generalSteps.capex;
}

export function generalFaults(values: GeneralValues, ruleSet: GeneralRuleSet): Fault[] {
  const missing = [
    ...(values.intituleProjet.trim() === '' ? ['intituleProjet'] : []),
    ...(values.consistanceProjet.trim() === '' ? ['consistanceProjet'] : []),
    ...(values.terrainNu === null ? ['terrainNu'] : []),
    ...(values.typeFoncier.length === 0 ? ['typeFoncier'] : []),
  ].map((path) => ({ path, code: 'REQUIRED' as const }));
  return [...missing, ...generalIssues(generalFormOf(values, ruleSet), ruleSet)].map(
    ({ path, code }) => {
      // The total has no field of its own.
      const field = path === 'totalCapex' ? 'equipements' : path;
      return { path: field, code, step: stepOf(field) };
    },
  );
}
