import { type GeneralForm, generalIssues, type GeneralRuleSet, needsIndustry } from '@wasl/premium';

import { type Answer, type Fault, isYes, type Typed } from './faults.ts';

export const generalSteps = { identification: 0, capex: 1, payroll: 2, result: 3 } as const;

export interface LandValues {
  acquisitionTerrain: Typed;
  locationTerrain: Typed;
}

/** The general form while it is filled in; amounts in dirhams, payrolls by month. */
export interface GeneralValues {
  step: number;
  intituleProjet: string;
  consistanceProjet: string;
  effectif: Typed;
  secteurActivite: string | null;
  typeIndustrie: string | null;
  metierAvenir: Answer;
  localisationProjet: string | null;
  projetInvestissementDurable: Answer;
  tauxIntegrationLocale: Typed;
  fraisEtude: { fraisRecherche: Typed; fraisTransfert: Typed };
  terrainNu: Answer;
  typeFoncier: ('Public' | 'Privé')[];
  foncierPublic: LandValues;
  foncierPrive: LandValues;
  infrastructure: { infraExternes: Typed; infraInternes: Typed };
  constructions: { genieCivile: Typed; travauxAmenagement: Typed };
  equipements: Typed;
  masseSalarialeTotale: Typed;
  masseSalarialeFeminine: Typed;
}

export const emptyLand: LandValues = { acquisitionTerrain: '', locationTerrain: '' };

export const emptyGeneral: GeneralValues = {
  step: generalSteps.identification,
  intituleProjet: '',
  consistanceProjet: '',
  effectif: '',
  secteurActivite: null,
  typeIndustrie: null,
  metierAvenir: null,
  localisationProjet: null,
  projetInvestissementDurable: null,
  tauxIntegrationLocale: '',
  fraisEtude: { fraisRecherche: '', fraisTransfert: '' },
  terrainNu: null,
  typeFoncier: [],
  foncierPublic: emptyLand,
  foncierPrive: emptyLand,
  infrastructure: { infraExternes: '', infraInternes: '' },
  constructions: { genieCivile: '', travauxAmenagement: '' },
  equipements: '',
  masseSalarialeTotale: '',
  masseSalarialeFeminine: '',
};

/** What the calculation reads: answers as booleans, fields that are not asked for left out. */
export function generalFormOf(values: GeneralValues, ruleSet: GeneralRuleSet): GeneralForm {
  const isIndustry = needsIndustry(values.secteurActivite, ruleSet);
  return {
    ...values,
    typeIndustrie: isIndustry ? values.typeIndustrie : null,
    tauxIntegrationLocale: isIndustry ? values.tauxIntegrationLocale : null,
    metierAvenir: isYes(values.metierAvenir),
    projetInvestissementDurable: isYes(values.projetInvestissementDurable),
    terrainNu: isYes(values.terrainNu),
    foncierPublic: values.typeFoncier.includes('Public') ? values.foncierPublic : null,
    foncierPrive: values.typeFoncier.includes('Privé') ? values.foncierPrive : null,
  };
}

/** The payload of `/simulate`, of a form without faults. */
export function generalBodyOf(values: GeneralValues, ruleSet: GeneralRuleSet) {
  const isIndustry = needsIndustry(values.secteurActivite, ruleSet);
  const { step: _step, ...fields } = values;
  return {
    ...fields,
    secteurActivite: values.secteurActivite ?? '',
    typeIndustrie: isIndustry ? values.typeIndustrie : null,
    tauxIntegrationLocale: isIndustry ? values.tauxIntegrationLocale : null,
    localisationProjet: values.localisationProjet ?? '',
    metierAvenir: values.metierAvenir ?? '',
    projetInvestissementDurable: values.projetInvestissementDurable ?? '',
    terrainNu: values.terrainNu ?? '',
    foncierPublic: values.typeFoncier.includes('Public') ? values.foncierPublic : null,
    foncierPrive: values.typeFoncier.includes('Privé') ? values.foncierPrive : null,
  };
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

/** Everything that keeps the form from being simulated. */
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
