// @module-tag slow

import { createHash } from 'node:crypto';

import { type Endpoints, endpoints } from '@wasl/contracts';
import {
  CONVERGENCE_LEVELS,
  type GeneralForm,
  type NordevForm,
  simulateGeneral,
  simulateNordev,
} from '@wasl/premium';
import { generalRuleSet, nordevRuleSet, randomForms } from '@wasl/premium/testing';
import { expect, it } from 'vitest';
import type { z } from 'zod';

import { type YesNo, pairsOf } from './faults.ts';
import {
  emptyGeneral,
  generalBodyOf,
  generalFaults,
  generalFormOf,
  type GeneralValues,
} from './general-values.ts';
import {
  convergenceStep,
  emptyNordev,
  nordevBodyOf,
  nordevFaults,
  nordevFormOf,
  type NordevValues,
} from './nordev-values.ts';

/** `npm run fuzz` calculates ten times as many. */
const count = Number(process.env.RANDOM_FORMS ?? 1000);
const words = { intituleProjet: 'Projet', consistanceProjet: 'Un projet' };

const codeOf = (given: unknown): string | null =>
  typeof given === 'object' && given !== null
    ? String((given as { code: unknown }).code)
    : String(given);

/** Field values of a form of the calculation. */
function asTyped(form: GeneralForm | NordevForm): Record<string, unknown> {
  const typed = Object.entries(form).map(([key, given]): [string, unknown] => [
    key,
    typeof given === 'boolean' ? ((given ? 'Oui' : 'Non') satisfies YesNo) : given,
  ]);
  return {
    ...Object.fromEntries(typed),
    ...words,
    secteurActivite: codeOf(form.secteurActivite),
    localisationProjet: codeOf(form.localisationProjet),
  };
}

/** Body as the server parses it after JSON serialisation. */
function received<Id extends 'simulate' | 'simulateNordev'>(
  id: Id,
  body: object,
): z.output<NonNullable<Endpoints[Id]['body']>> {
  const sent: unknown = JSON.parse(
    JSON.stringify({ ...body, simulationPrimeFormFieldDTOS: pairsOf({ ...body }) }),
  );
  return endpoints[id].body.parse(sent) as z.output<NonNullable<Endpoints[Id]['body']>>;
}

it('the page without an account computes the same results as the API call, for random forms', () => {
  const forms = randomForms(20_261_122, generalRuleSet, nordevRuleSet);
  const [page, call] = [createHash('sha256'), createHash('sha256')];
  const kinds = new Set<string>();
  for (let done = 0; done < count; done += 2) {
    const general = {
      ...emptyGeneral,
      ...asTyped(forms.general()),
      terrainNu: 'Oui',
    } as GeneralValues;
    expect(generalFaults(general, generalRuleSet)).toEqual([]);
    const here = simulateGeneral(generalFormOf(general, generalRuleSet), generalRuleSet);
    kinds.add(here.kind);
    page.update(JSON.stringify(here));
    const body = received('simulate', generalBodyOf(general, generalRuleSet));
    call.update(JSON.stringify(simulateGeneral(body, generalRuleSet)));

    const form = forms.nordev();
    const nordev = {
      ...emptyNordev,
      ...asTyped(form),
      autreMesureEnvironnementale: 'Non',
      convergenceVocationTerritoriale:
        CONVERGENCE_LEVELS.findIndex((level) => level === form.convergenceVocationTerritoriale) *
        convergenceStep,
    } as NordevValues;
    expect(nordevFaults(nordev, nordevRuleSet)).toEqual([]);
    page.update(JSON.stringify(simulateNordev(nordevFormOf(nordev), nordevRuleSet)));
    const bodyNordev = received('simulateNordev', nordevBodyOf(nordev));
    call.update(JSON.stringify(simulateNordev(bodyNordev, nordevRuleSet)));
  }
  expect(page.digest('hex')).toBe(call.digest('hex'));
  expect([...kinds].sort()).toEqual(['granted', 'refused']);
});
