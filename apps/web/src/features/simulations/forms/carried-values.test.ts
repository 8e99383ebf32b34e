import { generalRuleSet } from '@wasl/premium/testing';
import { expect, it } from 'vitest';

import { applyCarriedJobs, applyCarriedProject, toCarriedProject } from './carried-values.ts';
import { emptyGeneral } from './general-values.ts';
import { emptyNordev } from './nordev-values.ts';

const typed = {
  ...emptyGeneral,
  intituleProjet: 'Conserverie',
  consistanceProjet: 'Mise en bocal de figues',
  effectif: '12',
  localisationProjet: '01.051',
  equipements: '2000000',
  masseSalarialeTotale: '40000',
};

it('takes the project of the general form over to NORDEV, payrolls of a month as those of a year', () => {
  const carried = toCarriedProject(typed, generalRuleSet);
  expect(applyCarriedProject(emptyNordev, carried, ['01.051'])).toEqual({
    ...emptyNordev,
    intituleProjet: 'Conserverie',
    consistanceProjet: 'Mise en bocal de figues',
    nombreEmploiStableCree: '12',
    localisationProjet: '01.051',
    montantTotalInvestissement: '2000000',
    masseSalarialeTotale: '480000',
  });
});

it('leaves a place that NORDEV does not know to be chosen, and an entry without a project empty', () => {
  const elsewhere = applyCarriedProject(emptyNordev, toCarriedProject(typed, generalRuleSet), [
    '01.151',
  ]);
  expect(elsewhere.localisationProjet).toBe(emptyNordev.localisationProjet);
  for (const state of [null, undefined, {}, { layers: [] }])
    expect(applyCarriedProject(emptyNordev, state, [])).toEqual(emptyNordev);
});

it('takes the number of jobs over to the general form, whose investment has many parts', () => {
  const carried = { project: { nombreEmploiStableCree: 160, montantTotalInvestissement: 6e7 } };
  expect(applyCarriedJobs(emptyGeneral, carried)).toEqual({ ...emptyGeneral, effectif: 160 });
  expect(applyCarriedJobs(emptyGeneral, null)).toEqual(emptyGeneral);
});
