import { expect, it } from 'vitest';

import { simulateGeneral, simulateNordev } from './index.ts';
import type { GeneralForm, GeneralRules, NordevForm, NordevRules } from './index.ts';
import { generalRuleSet, nordevRuleSet } from './testing/rule-sets.ts';
import { plant as automobilePlant, workshop } from './testing/worked-examples.ts';

// Rates, bounds and operators are data, which another decree may change.

const plant: GeneralForm = {
  ...automobilePlant,
  secteurActivite: 'NUMERIQUE',
  equipements: 100_000_000,
  effectif: 150,
  masseSalarialeTotale: 1000,
};
const project: NordevForm = {
  ...workshop,
  mesureEconomieEau: true,
  utilisationEnergieRenouvelable: true,
  mesureEfficaciteEnergitique: true,
};

/** The premium for women in a plant with this payroll for women, of 1,000 in total. */
function ofWomen(change: Partial<GeneralRules['genre']>, masseSalarialeFeminine: number) {
  const { rules } = generalRuleSet;
  const other = { ...rules, genre: { ...rules.genre, ...change } };
  const outcome = simulateGeneral(
    { ...plant, masseSalarialeFeminine },
    { ...generalRuleSet, rules: other },
  );
  if (outcome.kind !== 'granted') throw new Error(outcome.kind);
  return outcome.details.premiums[1];
}

/** A NORDEV premium, by its index in the explanation, under modified rules. */
function ofProject(place: number, change: Partial<NordevRules>, form: NordevForm = {}) {
  const rules = { ...nordevRuleSet.rules, ...change };
  const outcome = simulateNordev({ ...project, ...form }, { ...nordevRuleSet, rules });
  if (outcome.kind !== 'granted') throw new Error(outcome.kind);
  return outcome.details.premiums[place];
}

it('a strict minimum share is not met at its exact value, but at one centime more', () => {
  const above = { op: '>' } as const;
  expect(ofWomen(above, 299.99)?.rate).toBe(0);
  expect(ofWomen(above, 300)?.rate).toBe(0);
  expect(ofWomen(above, 300.01)?.rate).toBe(3);
  expect(ofWomen(above, 300)?.nearest).toMatchObject({ to: 300.01, rateTo: 3 });
  expect(ofWomen({}, 300)?.rate).toBe(3);
});

it('a premium without value has no proposal', () => {
  expect(ofWomen({ taux: 0 }, 0)?.nearest).toBeNull();
  expect(ofWomen({}, 0)?.nearest).not.toBeNull();
});

it('a yes-or-no criterion without value has no proposal', () => {
  const rules = { ...generalRuleSet.rules, metierAvenir: 0 };
  const outcome = simulateGeneral(plant, { ...generalRuleSet, rules });
  if (outcome.kind !== 'granted') throw new Error(outcome.kind);
  expect(outcome.details.premiums.slice(2, 4).map(({ nearest }) => nearest?.rateTo)).toEqual([
    undefined,
    3,
  ]);
});

it('a premium with every criterion met has no proposal, even below its maximum', () => {
  const environnement = { ...nordevRuleSet.rules.environnement, max: 5 };
  expect(ofProject(3, { environnement })).toMatchObject({ rate: 3, nearest: null });
});

it('the proposal is the next better level, never a lower or equal level', () => {
  const level = (rates: [number, number, number, number], from: 'aucun' | 'faible') => {
    const [aucun, faible, moyenne, forte] = rates;
    const convergence = { aucun, faible, moyenne, forte };
    return ofProject(7, { convergence }, { convergenceVocationTerritoriale: from })?.nearest;
  };
  expect(level([0, 0, 2, 3], 'aucun')).toMatchObject({ to: 'moyenne', rateTo: 2 });
  expect(level([0, 2, 2, 2], 'faible')).toBeNull();
  expect(level([3, 1, 1, 2], 'faible')).toMatchObject({ to: 'forte', rateTo: 2 });
});

it('the social impact has proposals up to its maximum rate only', () => {
  const payrolls = { masseSalarialeTotale: 1000, masseSalarialeFeminine: 300 };
  const social = { ...nordevRuleSet.rules.social, max: 1 };
  expect(ofProject(2, { social }, payrolls)).toMatchObject({ rate: 1, nearest: null });
});

it('an integration above 100 % or without value has no proposal', () => {
  const nearest = (change: Partial<GeneralRules['integrationLocale']>, bound: number) => {
    const { rules } = generalRuleSet;
    const seuilsPct = { ...rules.integrationLocale.seuilsPct, TEXTILE: bound };
    const integrationLocale = { ...rules.integrationLocale, ...change, seuilsPct };
    const outcome = simulateGeneral(
      {
        ...plant,
        secteurActivite: 'INDUSTRIE',
        typeIndustrie: 'TEXTILE',
        tauxIntegrationLocale: 50,
      },
      { ...generalRuleSet, rules: { ...rules, integrationLocale } },
    );
    if (outcome.kind !== 'granted') throw new Error(outcome.kind);
    return outcome.details.premiums[4]?.nearest;
  };
  expect(nearest({}, 100)).toMatchObject({ from: 50, to: 100, rateTo: 3 });
  expect(nearest({ op: '>' }, 100)).toBeNull();
  expect(nearest({ taux: 0 }, 100)).toBeNull();
});
