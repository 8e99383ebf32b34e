import type { NordevResult } from '@wasl/premium';
import { nordevExamples, nordevFigures } from '@wasl/premium/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import {
  asSent,
  madeBefore,
  nordevExample,
  plainNordevForm,
  refusedFields,
  useTestApp,
} from '../../testing/index.ts';

const today = new Date('2026-03-01T12:00:00Z');
const app = useTestApp({ clock: { now: () => today } });
beforeAll(() => app.make.theRuleSets());
const client = madeBefore(async () => await app.as(await app.make.aBeneficiary()));

describe('POST /simulate-nordev', () => {
  const resultOf = async (form: object): Promise<NordevResult> => {
    const { body } = await client.post('/simulate-nordev', form).expect(200);
    return (body as { data: NordevResult }).data;
  };

  it.each(nordevExamples)('worked example %s', async (_name, form, expected) => {
    expect(nordevFigures(await resultOf(asSent(form)))).toBe(expected);
  });

  it('accepts amounts as text, true and false, and plain codes with the same result', async () => {
    const same = {
      ...nordevExample,
      nombreEmploiStableCree: '350',
      montantTotalInvestissement: '100000000',
      localisationProjet: '01.051',
      technologieInnovante: true,
      projetMciOmpicCri: false,
      convergenceVocationTerritoriale: 'forte',
    };
    expect(nordevFigures(await resultOf(same))).toBe(nordevFigures(await resultOf(nordevExample)));
  });

  it('accepts the values of the slider, also as text', async () => {
    const rates = ([0, '33', 66, 99] as const).map(async (convergenceVocationTerritoriale) => {
      const { primeConvergencePercent } = await resultOf({
        ...plainNordevForm,
        convergenceVocationTerritoriale,
      });
      return primeConvergencePercent;
    });
    expect(await Promise.all(rates)).toEqual([0, 1, 3, 5]);
  });

  it('stores the text of the convergence and drops the key-value pairs', async () => {
    const form = {
      ...nordevExample,
      autreMesureEnvironnementale: 'Oui',
      simulationPrimeFormFieldDTOS: [{ key: 'a', value: 1 }],
    };
    const { body } = await client.post('/simulate-nordev', form).expect(200);
    const { simulationPrimeNordevId: id, details } = (
      body as { data: { simulationPrimeNordevId: number; details: { ceilings: unknown[] } } }
    ).data;
    expect(details.ceilings).toHaveLength(3);
    const { input } = await app.db.simulation.findUniqueOrThrow({ where: { id } });
    expect(input).toMatchObject({
      convergenceVocationTerritoriale: 'forte',
      businessModelInnovant: true,
      autreMesureEnvironnementale: true,
    });
    expect(input).not.toHaveProperty('simulationPrimeFormFieldDTOS');
  });

  it('reports every field as mandatory when it is absent, null or empty', async () => {
    const names = Object.keys(plainNordevForm);
    const expected = Object.fromEntries(names.map((name) => [name, 'Ce champ et obligatoire']));
    expect(await refusedFields(client, '/simulate-nordev', {})).toEqual(expected);
    expect(
      await refusedFields(
        client,
        '/simulate-nordev',
        Object.fromEntries(names.map((name) => [name, null])),
      ),
    ).toEqual(expected);
    expect(
      await refusedFields(
        client,
        '/simulate-nordev',
        Object.fromEntries(names.map((name) => [name, ''])),
      ),
    ).toEqual(expected);
  });

  it.each<[string, object, Record<string, string>]>([
    [
      'parts above the payroll',
      {
        masseSalarialeTotale: 10,
        masseSalarialeFeminine: 11,
        masseSalarialeJeuneNEET: 10.01,
        masseSalarialePersonneHandicap: 10,
      },
      {
        masseSalarialeFeminine: 'This value cannot exceed the total',
        masseSalarialeJeuneNEET: 'This value cannot exceed the total',
      },
    ],
    [
      'export above the turnover',
      { chiffreAffaireExport: 1 },
      { chiffreAffaireExport: 'This value cannot exceed the total' },
    ],
    [
      'no investment',
      { montantTotalInvestissement: 0 },
      { montantTotalInvestissement: 'This value must be greater than 0' },
    ],
    [
      'a convergence between two steps',
      { convergenceVocationTerritoriale: 50 },
      { convergenceVocationTerritoriale: 'This value is not in the list' },
    ],
    [
      'an unknown category and level',
      { categorieEntreprise: 'ETI', substitutionImportation: 'moyenne' },
      {
        categorieEntreprise: 'This value is not in the list',
        substitutionImportation: 'This value is not in the list',
      },
    ],
    [
      'a place of another region',
      { localisationProjet: { code: '06.141', libelle: 'Casablanca' } },
      { localisationProjet: 'This value is not in the list' },
    ],
    ['text', { chiffreAffaire: 'beaucoup' }, { chiffreAffaire: 'Please enter a valid number' }],
    [
      'half a job and more than any project',
      {
        nombreEmploiStableCree: 1.5,
        montantTotalInvestissement: '1000000000001',
      },
      {
        nombreEmploiStableCree: 'Please enter a whole number',
        montantTotalInvestissement: 'This value is too large',
      },
    ],
    [
      'minus one job',
      { nombreEmploiStableCree: -1 },
      { nombreEmploiStableCree: 'This value cannot be negative' },
    ],
  ])('refuses %s', async (_name, change, expected) => {
    expect(
      await refusedFields(client, '/simulate-nordev', { ...plainNordevForm, ...change }, 'en'),
    ).toEqual(expected);
  });

  it('rejects 1e400, which JSON parses as infinity', async () => {
    const text = JSON.stringify({ ...plainNordevForm, chiffreAffaire: 424_242 });
    const answer = await client
      .post('/simulate-nordev')
      .set('content-type', 'application/json')
      .send(text.replace('424242', '1e400'));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [{ path: 'chiffreAffaire', code: 'number' }] });
  });
});
