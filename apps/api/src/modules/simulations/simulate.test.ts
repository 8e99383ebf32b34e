import type { GeneralResult } from '@wasl/premium';
import { generalExamples, generalFigures, million as M } from '@wasl/premium/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import {
  asSent,
  generalExample,
  madeBefore,
  plantForm,
  refusedFields,
  useTestApp,
} from '../../testing/index.ts';

const today = new Date('2026-03-01T12:00:00Z');
const app = useTestApp({ clock: { now: () => today } });
beforeAll(() => app.make.theRuleSets());
const client = madeBefore(async () => await app.as(await app.make.aBeneficiary()));

async function ratesOf(form: object): Promise<string> {
  const { body } = await client.post('/simulate', form).expect(200);
  return generalFigures(body as GeneralResult);
}

describe('the amounts of land', () => {
  const { foncierPrive, foncierPublic, ...withoutLand } = generalExample;

  it.each([
    ['private', ['Privé'], 'foncierPrive'],
    ['public', 'Public', 'foncierPublic'],
  ])('can be flat for the one selected type of land: %s', async (_, type, side) => {
    const form = { ...withoutLand, typeFoncier: type };
    const flat = { ...form, acquisitionTerrain: '10000000', locationTerrain: 0 };
    const nested = { ...form, [side]: { acquisitionTerrain: 10 * M, locationTerrain: 0 } };
    expect(await ratesOf(flat)).toBe(await ratesOf(nested));
  });

  it('use the nested values when both forms are sent', async () => {
    const both = { ...generalExample, acquisitionTerrain: 99 * M, locationTerrain: 99 * M };
    expect(await ratesOf(both)).toBe(await ratesOf(generalExample));
  });

  it('are required for each type when two are selected', async () => {
    const form = { ...withoutLand, typeFoncier: ['Public', 'Privé'], acquisitionTerrain: M };
    expect(await refusedFields(client, '/simulate', form)).toHaveProperty([
      'foncierPrive.acquisitionTerrain',
    ]);
  });
});

describe('POST /simulate', () => {
  it.each(generalExamples)('worked example %s', async (_name, form, expected) => {
    expect(await ratesOf(asSent(form))).toBe(expected);
  });

  it('accepts amounts as text, true and false, plain codes and a single type of land alike', async () => {
    const same = {
      ...generalExample,
      secteurActivite: 'INDUSTRIE',
      typeIndustrie: 'AUTOMOBILE',
      localisationProjet: '01.511',
      metierAvenir: false,
      projetInvestissementDurable: 'non',
      terrainNu: true,
      typeFoncier: 'Privé',
      foncierPublic: undefined,
      equipements: ' 57000000.00 ',
      effectif: '120',
      masseSalarialeTotale: '12000000',
      tauxIntegrationLocale: '35.0',
      totalCapex: 1,
      simulationPrimeFormFieldDTOS: [{ key: 'effectif', value: '9999' }],
    };
    expect(await ratesOf(same)).toBe(await ratesOf(generalExample));
  });

  it('counts the rent of seven years', async () => {
    const form = { ...generalExample, foncierPrive: { acquisitionTerrain: 0, locationTerrain: M } };
    const { body } = await client.post('/simulate', form).expect(200);
    expect(body).toMatchObject({ totalCapex: 97, montantPrimable: 97 });
  });

  it('returns an explanation, and stores input, result and rule set for the report', async () => {
    const { body } = await client.post('/simulate', generalExample).expect(200);
    const answer = body as { simulationPrimeId: number } & { details: { premiums: unknown[] } };
    expect(answer).toMatchObject({ rulesVersion: '2026-default', plafondApplique: null });
    expect(answer.details.premiums[0]).toMatchObject({
      key: 'tauxPrimeEmploiStable',
      rate: 5,
      nearest: { input: 'effectif', from: 120, to: 151, rateTo: 7 },
    });
    const stored = await app.db.simulation.findUniqueOrThrow({
      where: { id: answer.simulationPrimeId },
      include: { ruleSet: true },
    });
    expect(stored).toMatchObject({
      scheme: 'general',
      input: { secteurActivite: 'INDUSTRIE', metierAvenir: false, terrainNu: true },
      result: { tauxPrimeTotale: 10, montantPrimeTotale: 10 },
      ruleSet: { version: '2026-default' },
      createdAt: today,
    });
    expect(JSON.stringify(stored.input)).not.toContain('DTOS');
  });

  it('reports exactly 50 M MAD with 60 jobs as short of one centime or of 90 jobs', async () => {
    const form = { ...plantForm, equipements: 50 * M, effectif: 60 };
    const { body } = await client.post('/simulate', form).expect(422);
    expect((body as { details: unknown }).details).toEqual({
      rulesVersion: '2026-default',
      routes: [
        {
          key: 'voieA',
          capex: { operator: '>', limit: 50 * M, value: 50 * M, missingCentimes: 1 },
          effectif: { operator: '>', limit: 50, value: 60, missing: 0 },
        },
        { key: 'voieB', effectif: { operator: '>=', limit: 150, value: 60, missing: 90 } },
      ],
    });
  });

  it('refuses an ineligible project with the shortfall of each route, and stores nothing', async () => {
    const before = await app.db.simulation.count();
    const form = { ...plantForm, equipements: 46.6 * M, effectif: 138 };
    const { body } = await client.post('/simulate', form).expect(422);
    expect(body).toMatchObject({
      code: 'NOT_ELIGIBLE',
      message: "Vous n'êtes pas éligible à la prime de dispositif d'appui principale.",
      details: {
        routes: [
          { key: 'voieA', capex: { missingCentimes: 340_000_001 }, effectif: { missing: 0 } },
          { key: 'voieB', effectif: { missing: 12 } },
        ],
      },
    });
    expect(await app.db.simulation.count()).toBe(before);
  });

  it('reports every missing field', async () => {
    const faults = await refusedFields(client, '/simulate', {});
    expect(Object.keys(faults).sort()).toEqual(
      Object.keys(plantForm)
        .filter((name) => !['typeIndustrie', 'tauxIntegrationLocale'].includes(name))
        .filter((name) => !name.startsWith('foncier'))
        .sort(),
    );
    expect(new Set(Object.values(faults))).toEqual(new Set(['Ce champ est obligatoire']));
    expect(
      await refusedFields(client, '/simulate', { ...generalExample, typeIndustrie: '' }),
    ).toEqual({
      typeIndustrie: 'Ce champ est obligatoire',
    });
  });

  const rate = "Le taux d'intégration locale ne peut pas être supérieur à 100%";
  it.each<[string, object, Record<string, string>]>([
    ['an integration of 101', { tauxIntegrationLocale: 101 }, { tauxIntegrationLocale: rate }],
    ['an integration below 0', { tauxIntegrationLocale: -1 }, { tauxIntegrationLocale: rate }],
    [
      'more for women than for all',
      { masseSalarialeFeminine: 12_000_000.01 },
      { masseSalarialeFeminine: 'Cette valeur ne peut pas dépasser le total' },
    ],
    [
      'a negative amount',
      { equipements: -1 },
      { equipements: 'Cette valeur ne peut pas être négative' },
    ],
    ['text', { equipements: 'beaucoup' }, { equipements: 'Veuillez saisir un nombre valide' }],
    [
      'an exponent in text',
      { equipements: '1e9' },
      { equipements: 'Veuillez saisir un nombre valide' },
    ],
    ['a list', { effectif: [120] }, { effectif: 'Veuillez saisir un nombre valide' }],
    ['half a job', { effectif: 120.5 }, { effectif: 'Veuillez saisir un nombre entier' }],
    ['1e300', { equipements: 1e300 }, { equipements: 'Cette valeur est trop grande' }],
    [
      'an amount of a group',
      { fraisEtude: { fraisRecherche: 'x', fraisTransfert: null } },
      {
        'fraisEtude.fraisRecherche': 'Veuillez saisir un nombre valide',
        'fraisEtude.fraisTransfert': 'Ce champ est obligatoire',
      },
    ],
    [
      'land of a side not selected',
      { typeFoncier: ['Public'], foncierPublic: { acquisitionTerrain: 1, locationTerrain: 0 } },
      { 'foncierPrive.acquisitionTerrain': 'Ce type de foncier n’est pas sélectionné' },
    ],
    ['land of no side', { typeFoncier: [] }, { typeFoncier: 'Ce champ est obligatoire' }],
    [
      'the selected land left out',
      { foncierPrive: null },
      {
        'foncierPrive.acquisitionTerrain': 'Ce champ est obligatoire',
        'foncierPrive.locationTerrain': 'Ce champ est obligatoire',
      },
    ],
    [
      'an unknown place',
      { localisationProjet: 'PARIS' },
      { localisationProjet: 'Cette valeur ne figure pas dans la liste' },
    ],
    [
      'a code of Object',
      { secteurActivite: 'constructor' },
      { secteurActivite: 'Cette valeur ne figure pas dans la liste' },
    ],
    [
      'a payroll of 0',
      { masseSalarialeTotale: 0, masseSalarialeFeminine: 0 },
      { masseSalarialeTotale: 'Cette valeur doit être supérieure à 0' },
    ],
  ])('refuses %s', async (_name, change, expected) => {
    expect(await refusedFields(client, '/simulate', { ...generalExample, ...change })).toEqual(
      expected,
    );
  });

  it('rejects 1e400, which JSON parses as infinity', async () => {
    const text = JSON.stringify(generalExample).replace('57000000', '1e400');
    const answer = await client
      .post('/simulate')
      .set('content-type', 'application/json')
      .send(text);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [{ path: 'equipements', code: 'number' }] });
  });
});
