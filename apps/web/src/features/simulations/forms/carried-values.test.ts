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

it('copies the project of the general form to NORDEV, and converts monthly payrolls to yearly payrolls', () => {
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

it('leaves an unknown place for NORDEV unselected, and the form empty without a project', () => {
  const elsewhere = applyCarriedProject(emptyNordev, toCarriedProject(typed, generalRuleSet), [
    '01.151',
  ]);
  expect(elsewhere.localisationProjet).toBe(emptyNordev.localisationProjet);
  for (const state of [null, undefined, {}, { layers: [] }])
    expect(applyCarriedProject(emptyNordev, state, [])).toEqual(emptyNordev);
});

it('copies only the number of jobs to the general form, because its investment has many parts', () => {
  const carried = { project: { nombreEmploiStableCree: 160, montantTotalInvestissement: 6e7 } };
  expect(applyCarriedJobs(emptyGeneral, carried)).toEqual({ ...emptyGeneral, effectif: 160 });
  expect(applyCarriedJobs(emptyGeneral, null)).toEqual(emptyGeneral);
});
