import type { ErrorBody } from '@wasl/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  createTestApp,
  generalExample,
  million as M,
  nordevExample,
  plainNordevForm,
  plantForm,
  type TestApp,
  type TestClient,
} from '../../testing/index.ts';

let app: TestApp;
let client: TestClient;
let today = new Date('2026-03-01T12:00:00Z');
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => today } });
  await app.make.theRuleSets();
});
afterAll(async () => {
  await app.close();
});
beforeEach(async () => {
  today = new Date('2026-03-01T12:00:00Z');
  client = await app.as(await app.make.aBeneficiary());
});

interface GeneralAnswer extends Record<string, unknown> {
  simulationPrimeId: number;
}

async function ratesOf(form: object): Promise<string> {
  const { body } = await client.post('/simulate', form).expect(200);
  const r = body as GeneralAnswer;
  const each = [
    r.tauxPrimeEmploiStable,
    r.tauxPrimeGenre,
    r.tauxPrimeMetierAvenir,
    r.tauxPrimeDeveloppementDurable,
    r.tauxPrimeIntegrationLocal,
    r.tauxPrimeTerretorielle,
    r.tauxPrimeSectorielle,
  ].join('/');
  return `${each} = ${String(r.tauxPrimeTotale)}; ${String(r.montantPrimable)} -> ${String(r.montantPrimeTotale)}`;
}

/** Paths and sentences of a refused form. */
async function faultsOf(path: string, form: object, lang = 'fr'): Promise<Record<string, string>> {
  const { body } = await client.post(`${path}?lang=${lang}`, form).expect(400);
  const { code, errors } = body as ErrorBody;
  expect(code).toBe('INVALID_INPUT');
  return Object.fromEntries(
    (errors ?? []).map((fault) =>
      'path' in fault ? [fault.path, fault.message] : [String(fault.line), fault.errors.join()],
    ),
  );
}

describe('POST /simulate', () => {
  it.each<[string, object, string]>([
    ['1', generalExample, '5/0/0/0/0/0/5 = 10; 100 -> 10'],
    ['3', { ...plantForm, equipements: 80 * M, effectif: 80 }, '0/0/0/0/0/0/5 = 5; 80 -> 4'],
    ['4', { ...plantForm, equipements: 60 * M, effectif: 90 }, '5/0/0/0/0/0/5 = 10; 60 -> 6'],
    ['6', { ...plantForm, equipements: 50 * M, effectif: 150 }, '7/0/0/0/0/0/5 = 12; 50 -> 6'],
    ['8c', { ...plantForm, equipements: 40 * M, effectif: 150 }, '10/0/0/0/0/0/5 = 15; 40 -> 6'],
    [
      '9',
      {
        ...generalExample,
        localisationProjet: '01.405',
        foncierPrive: { acquisitionTerrain: 30 * M, locationTerrain: 0 },
        equipements: 37 * M,
      },
      '5/0/0/0/0/10/5 = 20; 90 -> 18',
    ],
  ])('worked example %s', async (_name, form, expected) => {
    expect(await ratesOf(form)).toBe(expected);
  });

  it('reads amounts in text, true and false, bare codes and one word of land alike', async () => {
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

  it('counts the rental of seven years', async () => {
    const form = { ...generalExample, foncierPrive: { acquisitionTerrain: 0, locationTerrain: M } };
    const { body } = await client.post('/simulate', form).expect(200);
    expect(body).toMatchObject({ totalCapex: 97, montantPrimable: 97 });
  });

  it('answers why, and keeps input, result and rule set for the report', async () => {
    const { body } = await client.post('/simulate', generalExample).expect(200);
    const answer = body as GeneralAnswer & { details: { premiums: unknown[] } };
    expect(answer).toMatchObject({ rulesVersion: '2026-default', plafondApplique: null });
    expect(answer.details.premiums[0]).toMatchObject({
      key: 'tauxPrimeEmploiStable',
      rate: 5,
      nearest: { input: 'effectif', from: 120, to: 151, rateTo: 7 },
    });
    const kept = await app.db.simulation.findUniqueOrThrow({
      where: { id: answer.simulationPrimeId },
      include: { ruleSet: true },
    });
    expect(kept).toMatchObject({
      scheme: 'general',
      input: { secteurActivite: 'INDUSTRIE', metierAvenir: false, terrainNu: true },
      result: { tauxPrimeTotale: 10, montantPrimeTotale: 10 },
      ruleSet: { version: '2026-default' },
      createdAt: today,
    });
    expect(JSON.stringify(kept.input)).not.toContain('DTOS');
  });

  it('8a: refuses the ineligible with what each route lacks, and keeps nothing', async () => {
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

  it('names every missing field', async () => {
    const faults = await faultsOf('/simulate', {});
    expect(Object.keys(faults).sort()).toEqual(
      Object.keys(plantForm)
        .filter((name) => !['typeIndustrie', 'tauxIntegrationLocale'].includes(name))
        .filter((name) => !name.startsWith('foncier'))
        .sort(),
    );
    expect(new Set(Object.values(faults))).toEqual(new Set(['Ce champ est obligatoire']));
    expect(await faultsOf('/simulate', { ...generalExample, typeIndustrie: '' })).toEqual({
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
    expect(await faultsOf('/simulate', { ...generalExample, ...change })).toEqual(expected);
  });

  it('refuses 1e400, which JSON reads as infinity', async () => {
    const text = JSON.stringify(generalExample).replace('57000000', '1e400');
    const answer = await client
      .post('/simulate')
      .set('content-type', 'application/json')
      .send(text);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [{ path: 'equipements', code: 'number' }] });
  });
});

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
    expect(await faultsOf('/simulate-nordev', {})).toEqual(expected);
    expect(
      await faultsOf('/simulate-nordev', Object.fromEntries(names.map((name) => [name, null]))),
    ).toEqual(expected);
    expect(
      await faultsOf('/simulate-nordev', Object.fromEntries(names.map((name) => [name, '']))),
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
    [
      'minus one job',
      { nombreEmploiStableCree: -1 },
      { nombreEmploiStableCree: 'This value cannot be negative' },
    ],
  ])('refuses %s', async (_name, change, expected) => {
    expect(await faultsOf('/simulate-nordev', { ...plainNordevForm, ...change }, 'en')).toEqual(
      expected,
    );
  });
});

describe('the rule set in force', () => {
  it('is the same for the preview and the calculation, and changes on its day in Morocco', async () => {
    const current = await app.db.premiumRuleSet.findFirstOrThrow({ where: { scheme: 'nordev' } });
    const { body } = await client.get('/premiumRules/nordev').expect(200);
    expect(body).toEqual({
      scheme: 'nordev',
      version: '2026-default',
      validFrom: '2026-01-01',
      source: current.source,
      rules: current.rules,
    });
    const next = await app.db.premiumRuleSet.create({
      data: {
        scheme: 'nordev',
        version: '2026-summer',
        validFrom: new Date('2026-07-01'),
        source: 'Arrêté de l’été',
        rules: { ...(current.rules as object), plafondCommunesPct: 12 },
      },
    });
    const kept = async () => {
      const answer = await client.post('/simulate-nordev', nordevExample).expect(200);
      const { rulesVersion, sommePrimeCommuneRetenue } = (
        answer.body as { data: Record<string, unknown> }
      ).data;
      return `${String(rulesVersion)} ${String(sommePrimeCommuneRetenue)}`;
    };
    // Morocco is an hour ahead of UTC: its first of July begins at 23:00 UTC.
    today = new Date('2026-06-30T22:59:59Z');
    client = await app.as(await app.make.aBeneficiary());
    expect(await kept()).toBe('2026-default 15');
    today = new Date('2026-06-30T23:00:00Z');
    expect(await kept()).toBe('2026-summer 12');
    expect((await client.get('/premiumRules/nordev').expect(200)).body).toMatchObject({
      version: '2026-summer',
    });
    await app.db.simulation.deleteMany({ where: { ruleSetId: next.id } });
    await app.db.premiumRuleSet.delete({ where: { id: next.id } });
  });

  it('says 503 when none is, and refuses a scheme that is not there', async () => {
    today = new Date('2025-12-31T12:00:00Z');
    const early = await app.as(await app.make.aBeneficiary());
    await early.get('/premiumRules/general').expect(503);
    await early.post('/simulate', generalExample).expect(503);
    await early.get('/premiumRules/europe').expect(400);
  });
});

describe('the quota of an hour (S43)', () => {
  it('counts both simulators, person by person', async () => {
    const user = await app.make.aBeneficiary();
    client = await app.as(user);
    await client.post('/simulate', generalExample).expect(200);
    for (let used = 1; used < 119; used += 1) {
      await app.deps.limits.consume('simulation', { account: user.id });
    }
    await client.post('/simulate-nordev', nordevExample).expect(200);
    const answer = await client.post('/simulate', generalExample).expect(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await client.post('/simulate-nordev', nordevExample).expect(429);
    const other = await app.as(await app.make.aBeneficiary());
    await other.post('/simulate', generalExample).expect(200);
  });
});
