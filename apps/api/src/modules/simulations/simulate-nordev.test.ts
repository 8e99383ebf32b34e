import { beforeAll, describe, expect, it } from 'vitest';

import {
  madeBefore,
  million as M,
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
  const summaryOf = async (form: object): Promise<string> => {
    const { body } = await client.post('/simulate-nordev', form).expect(200);
    const r = (body as { data: Record<string, unknown> }).data;
    const common = [
      r.primeCreationEmploiStablePercent,
      r.primeInnovationPercent,
      r.primeImpactSocialPositifPercent,
      r.primeImpactEnvirenmentalPositifPercent,
      r.primeSubstitutionImportationPercent,
      r.primeCapaciteExportPercent,
    ].join('+');
    const place = [
      r.sommePrimeCommuneRetenue,
      r.primeTerritorialePercent,
      r.primeConvergencePercent,
    ];
    return `${common}=${String(r.sommePrimeCommunePercent)} | ${place.join('+')}=${String(r.sommePrimePercent)} | ${String(r.tauxRetenu)} | ${String(r.montant)}`;
  };

  it.each<[string, object, string]>([
    [
      'N1',
      {
        categorieEntreprise: 'GRAND_ENTREPRISE',
        montantTotalInvestissement: 60 * M,
        nombreEmploiStableCree: 70,
      },
      '5+0+0+0+0+0=5 | 5+0+0=5 | 5 | 3',
    ],
    ['N2', nordevExample, '10+3+3+3+3+3=25 | 15+15+5=35 | 30 | 10'],
    [
      'N4',
      {
        montantTotalInvestissement: 3 * M,
        nombreEmploiStableCree: 6,
        localisationProjet: '01.331',
        technologieInnovante: 'Oui',
        masseSalarialeTotale: M,
        masseSalarialeFeminine: 0.3 * M,
        mesureEconomieEau: 'Oui',
        mesureEfficaciteEnergitique: true,
        convergenceVocationTerritoriale: 66,
      },
      '5+1+1+2+0+0=9 | 9+10+3=22 | 22 | 0.66',
    ],
    [
      'N8',
      {
        categorieEntreprise: 'TPE',
        montantTotalInvestissement: '500000',
        nombreEmploiStableCree: '5',
        localisationProjet: '01.571',
        businessModelInnovant: 'Oui',
        projetMciOmpicCri: 'Oui',
        convergenceVocationTerritoriale: '33',
      },
      '7+2+0+0+0+0=9 | 9+10+1=20 | 20 | 0.1',
    ],
    [
      'N10',
      {
        montantTotalInvestissement: 2 * M,
        nombreEmploiStableCree: 22,
        localisationProjet: '01.405',
        produitServiceInnovant: 'Oui',
        technologieInnovante: 'Oui',
        mesureEconomieEau: 'Oui',
        utilisationEnergieRenouvelable: 'Oui',
        mesureEfficaciteEnergitique: 'Oui',
        convergenceVocationTerritoriale: 'forte',
      },
      '10+2+0+3+0+0=15 | 15+10+5=30 | 30 | 0.6',
    ],
    [
      'N12',
      {
        categorieEntreprise: 'AUTO_ENTREPRENEUR',
        montantTotalInvestissement: 0.1 * M,
        convergenceVocationTerritoriale: 0,
      },
      '0+0+0+0+0+0=0 | 0+0+0=0 | 0 | 0',
    ],
  ])('worked example %s', async (_name, change, expected) => {
    expect(await summaryOf({ ...plainNordevForm, ...change })).toBe(expected);
  });

  it('keeps the word of the convergence and drops the pairs', async () => {
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

  it('names every field as obligatory, absent, null or empty', async () => {
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

  it('refuses 1e400, which JSON reads as infinity', async () => {
    const text = JSON.stringify({ ...plainNordevForm, chiffreAffaire: 424_242 });
    const answer = await client
      .post('/simulate-nordev')
      .set('content-type', 'application/json')
      .send(text.replace('424242', '1e400'));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [{ path: 'chiffreAffaire', code: 'number' }] });
  });
});
