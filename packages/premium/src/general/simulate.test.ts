import { describe, expect, it } from 'vitest';
import { capexOf, simulateGeneral } from '../index.ts';
import type { GeneralForm, GeneralOutcome } from '../index.ts';
import { generalRuleSet } from '../testing/rule-sets.ts';
import {
  example1,
  generalExamples,
  generalFigures,
  million as M,
  plant,
} from '../testing/worked-examples.ts';

const simulate = (form: GeneralForm): GeneralOutcome => simulateGeneral(form, generalRuleSet);

function granted(form: GeneralForm) {
  const outcome = simulate(form);
  if (outcome.kind !== 'granted') throw new Error(JSON.stringify(outcome));
  return outcome;
}

describe('worked examples of the general premium', () => {
  it.each(generalExamples)('%s', (_name, form, expected) =>
    expect(generalFigures(granted(form).result)).toBe(expected),
  );

  it('refuses exactly 50 M MAD with 60 jobs and returns the shortfall of each route', () => {
    expect(simulate({ ...plant, equipements: 50 * M, effectif: 60 })).toEqual({
      kind: 'refused',
      refusal: {
        rulesVersion: '2026-default',
        routes: [
          {
            key: 'voieA',
            capex: { operator: '>', limit: 50 * M, value: 50 * M, missingCentimes: 1 },
            effectif: { operator: '>', limit: 50, value: 60, missing: 0 },
          },
          { key: 'voieB', effectif: { operator: '>=', limit: 150, value: 60, missing: 90 } },
        ],
      },
    });
  });
});

describe('eligibility', () => {
  it.each([
    [50 * M + 0.01, 51, 'granted'],
    [50 * M + 0.01, 50, 'refused'],
    [50 * M, 149, 'refused'],
    [0.01, 150, 'granted'],
  ])('CAPEX %d with %d jobs is %s', (equipements, effectif, kind) => {
    expect(simulate({ ...plant, equipements, effectif }).kind).toBe(kind);
  });
});

describe('CAPEX', () => {
  it('includes seven years of rent on both sides', () => {
    const form: GeneralForm = {
      ...plant,
      typeFoncier: ['Public', 'Privé'],
      foncierPublic: { acquisitionTerrain: 1 * M, locationTerrain: 2 * M },
      foncierPrive: { acquisitionTerrain: '3000000', locationTerrain: '4000000.00' },
      equipements: 100 * M,
    };
    expect(capexOf(form, generalRuleSet)).toEqual({
      dirhams: 146 * M,
      millions: 146,
      foncierPublicDirhams: 15 * M,
      foncierPriveDirhams: 31 * M,
    });
  });

  it('of an incomplete form includes the readable amounts', () => {
    const form = { typeFoncier: ['Public'], foncierPrive: { acquisitionTerrain: 5 } } as const;
    expect(capexOf({ ...form, equipements: '12.5' }, generalRuleSet).dirhams).toBe(12.5);
    expect(capexOf({ ...form, equipements: 'douze' }, generalRuleSet).dirhams).toBe(0);
  });

  it('excludes public land, and private land above a fifth, from the base, to the centime', () => {
    const { result, details } = granted({
      ...plant,
      typeFoncier: ['Public', 'Privé'],
      foncierPublic: { acquisitionTerrain: 10_000_000.03, locationTerrain: 0 },
      foncierPrive: { acquisitionTerrain: 40_000_000.01, locationTerrain: 0 },
      equipements: 50 * M,
      effectif: 150,
    });
    expect(details.base).toEqual({
      totalCapex: 100_000_000.04,
      foncierPublicExclu: 10_000_000.03,
      foncierPriveExclu: 20 * M,
      montantPrimable: 70_000_000.01,
    });
    expect(details.ceilings[1]).toEqual({
      key: 'foncierPrive',
      unit: 'MAD',
      limit: 20_000_000.01,
      before: 40_000_000.01,
      after: 20_000_000.01,
      cut: 20 * M,
    });
    expect(result.montantPrimable).toBe(70);
  });
});

describe('ceilings', () => {
  const rich: GeneralForm = {
    ...plant,
    secteurActivite: 'ENERGIES_RENOUVELABLES',
    localisationProjet: '01.051',
    metierAvenir: true,
    projetInvestissementDurable: true,
    masseSalarialeFeminine: 3 * M,
    equipements: 200 * M,
    effectif: 700,
  };

  it('limits the rate to 30 %, and the amount to 30 M MAD for renewable energies', () => {
    const { result, details } = granted(rich);
    expect(result).toMatchObject({
      tauxPrimeBrut: 39,
      tauxPrimeTotale: 30,
      montantPrimeTotale: 30,
      plafondApplique: 30,
      rulesVersion: '2026-default',
    });
    expect(details.ceilings).toEqual([
      { key: 'tauxPrimeTotale', unit: 'percent', limit: 30, before: 39, after: 30, cut: 9 },
      { key: 'foncierPrive', unit: 'MAD', limit: 40 * M, before: 0, after: 0, cut: 0 },
      {
        key: 'montantPrimeTotale',
        unit: 'MAD',
        limit: 30 * M,
        before: 60 * M,
        after: 30 * M,
        cut: 30 * M,
      },
    ]);
  });

  it('does not limit the amount in another sector, or exactly at the ceiling', () => {
    const other = granted({ ...rich, secteurActivite: 'NUMERIQUE' });
    expect(other.result.montantPrimeTotale).toBe(60);
    expect(other.result.plafondApplique).toBeNull();
    expect(other.details.ceilings).toHaveLength(2);
    expect(granted({ ...rich, equipements: 100 * M }).result.plafondApplique).toBeNull();
  });

  it('rounds half-up to the dirham at the end', () => {
    const form = { ...plant, effectif: 150, secteurActivite: 'AUTRE' };
    // Ten percent (jobs): 24.99 -> 2.499, 25 -> 2.5.
    expect(granted({ ...form, equipements: 24.99 }).result.montantPrimeTotale).toBe(0.000_002);
    expect(granted({ ...form, equipements: 25 }).result.montantPrimeTotale).toBe(0.000_003);
  });
});

describe('explanation', () => {
  it('contains every premium in order with its figures, its rule and the nearest change', () => {
    const { details } = granted(example1);
    expect(details.premiums).toEqual([
      {
        key: 'tauxPrimeEmploiStable',
        rate: 5,
        figures: { effectif: 120, totalCapex: 100 * M, ratio: 1.2 },
        rule: { kind: 'bracket', unit: 'jobsPerMillion', bounds: { gt: 1, lte: 1.5 }, rate: 5 },
        nearest: { input: 'effectif', from: 120, to: 151, rateTo: 7 },
      },
      {
        key: 'tauxPrimeGenre',
        rate: 0,
        figures: {
          masseSalarialeFeminine: 3 * M,
          masseSalarialeTotale: 12 * M,
          share: 25,
        },
        rule: { kind: 'threshold', operator: '>=', bound: 30, rate: 3, met: false },
        nearest: { input: 'masseSalarialeFeminine', from: 3 * M, to: 3.6 * M, rateTo: 3 },
      },
      {
        key: 'tauxPrimeMetierAvenir',
        rate: 0,
        figures: { metierAvenir: false },
        rule: { kind: 'flag', rate: 3, met: false },
        nearest: { input: 'metierAvenir', from: false, to: true, rateTo: 3 },
      },
      {
        key: 'tauxPrimeDeveloppementDurable',
        rate: 0,
        figures: { projetInvestissementDurable: false },
        rule: { kind: 'flag', rate: 3, met: false },
        nearest: { input: 'projetInvestissementDurable', from: false, to: true, rateTo: 3 },
      },
      {
        key: 'tauxPrimeIntegrationLocal',
        rate: 0,
        figures: { tauxIntegrationLocale: 35, typeIndustrie: 'AUTOMOBILE' },
        rule: { kind: 'threshold', operator: '>=', bound: 40, rate: 3, met: false },
        nearest: { input: 'tauxIntegrationLocale', from: 35, to: 40, rateTo: 3 },
      },
      expect.objectContaining({
        key: 'tauxPrimeTerretorielle',
        figures: { localisationProjet: '01.511', categorie: 'AUCUNE' },
        rule: { kind: 'table', entry: 'AUCUNE', rate: 0 },
        nearest: expect.objectContaining({ to: '01.573', rateTo: 10 }) as unknown,
      }),
      {
        key: 'tauxPrimeSectorielle',
        rate: 5,
        figures: { secteurActivite: 'INDUSTRIE' },
        rule: { kind: 'table', entry: 'INDUSTRIE', rate: 5 },
        nearest: null,
      },
    ]);
  });

  it('contains only the existing bounds of a bracket', () => {
    const boundsAt = (effectif: number) =>
      granted({ ...plant, equipements: 100 * M, effectif }).details.premiums[0]?.rule;
    const bracket = { kind: 'bracket', unit: 'jobsPerMillion' };
    expect(boundsAt(60)).toStrictEqual({ ...bracket, bounds: { lte: 1 }, rate: 0 });
    expect(boundsAt(400)).toStrictEqual({ ...bracket, bounds: { gt: 3 }, rate: 10 });
  });

  it('proposes the 91st job at a ratio of exactly 1.5, as specified', () => {
    const { details } = granted({ ...plant, equipements: 60 * M, effectif: 90 });
    expect(details.premiums[0]?.nearest).toEqual({
      input: 'effectif',
      from: 90,
      to: 91,
      rateTo: 7,
    });
  });

  it('requires only 20 % of integration from agro-food, pharmaceutical and medical devices', () => {
    const at = (typeIndustrie: string, tauxIntegrationLocale: number) =>
      granted({ ...example1, typeIndustrie, tauxIntegrationLocale }).result
        .tauxPrimeIntegrationLocal;
    for (const industry of ['AGROALIMENTAIRE', 'PHARMACEUTIQUE', 'DISPOSITIFS_MEDICAUX']) {
      expect([at(industry, 19.99), at(industry, 20)]).toEqual([0, 3]);
    }
    expect([at('TEXTILE', 39.99), at('TEXTILE', 40)]).toEqual([0, 3]);
  });

  it('has no local integration outside of industry, at any rate', () => {
    const { result, details } = granted({
      ...example1,
      secteurActivite: 'NUMERIQUE',
      tauxIntegrationLocale: 100,
    });
    expect(result.tauxPrimeIntegrationLocal).toBe(0);
    expect(details.premiums[4]).toMatchObject({
      figures: { secteurActivite: 'NUMERIQUE' },
      rule: { kind: 'notApplicable', because: 'secteurActivite' },
      nearest: null,
    });
  });

  it('is absent for a form with faults, which are returned instead', () => {
    expect(simulate({ ...example1, effectif: -1 })).toEqual({
      kind: 'invalid',
      issues: [{ path: 'effectif', code: 'NEGATIVE' }],
    });
  });

  it('is unchanged after JSON serialisation', () => {
    const outcome = granted(example1);
    expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
  });
});
