import { describe, expect, it } from 'vitest';
import { annualOf, generalIssues, needsIndustry } from '../index.ts';
import type { GeneralForm } from '../index.ts';
import { generalRuleSet } from '../testing/rule-sets.ts';

const valid: GeneralForm = {
  effectif: 60,
  secteurActivite: 'NUMERIQUE',
  metierAvenir: false,
  localisationProjet: '01.511',
  projetInvestissementDurable: true,
  fraisEtude: { fraisRecherche: 0, fraisTransfert: 0 },
  typeFoncier: ['Public'],
  foncierPublic: { acquisitionTerrain: 1, locationTerrain: 0 },
  infrastructure: { infraExternes: 0, infraInternes: 0 },
  constructions: { genieCivile: 0, travauxAmenagement: 0 },
  equipements: 0,
  masseSalarialeTotale: 100,
  masseSalarialeFeminine: 100,
};

const issues = (change: GeneralForm) => generalIssues({ ...valid, ...change }, generalRuleSet);

describe('validation of the general form', () => {
  it('accepts a complete form', () => expect(issues({})).toEqual([]));

  it('requires every field of an empty form, in the order of the screen', () => {
    expect(generalIssues({}, generalRuleSet).map(({ path, code }) => `${path} ${code}`)).toEqual([
      'effectif REQUIRED',
      'secteurActivite REQUIRED',
      'metierAvenir REQUIRED',
      'localisationProjet REQUIRED',
      'projetInvestissementDurable REQUIRED',
      'fraisEtude.fraisRecherche REQUIRED',
      'fraisEtude.fraisTransfert REQUIRED',
      'infrastructure.infraExternes REQUIRED',
      'infrastructure.infraInternes REQUIRED',
      'constructions.genieCivile REQUIRED',
      'constructions.travauxAmenagement REQUIRED',
      'equipements REQUIRED',
      'masseSalarialeTotale REQUIRED',
      'masseSalarialeFeminine REQUIRED',
    ]);
  });

  it.each<[GeneralForm, string, string]>([
    [{ effectif: 60.5 }, 'effectif', 'NOT_WHOLE'],
    [{ effectif: -1 }, 'effectif', 'NEGATIVE'],
    [{ effectif: 1_000_001 }, 'effectif', 'TOO_LARGE'],
    [{ equipements: Number.NaN }, 'equipements', 'NOT_A_NUMBER'],
    [{ equipements: Number.POSITIVE_INFINITY }, 'equipements', 'NOT_A_NUMBER'],
    [{ equipements: '1e6' }, 'equipements', 'NOT_A_NUMBER'],
    [{ equipements: -0.01 }, 'equipements', 'NEGATIVE'],
    [{ equipements: '-5' }, 'equipements', 'NEGATIVE'],
    [{ equipements: 1e12 + 0.01 }, 'equipements', 'TOO_LARGE'],
    [{ equipements: 1e300 }, 'equipements', 'TOO_LARGE'],
    [{ secteurActivite: 'constructor' }, 'secteurActivite', 'UNKNOWN_CODE'],
    [{ localisationProjet: { code: '99.999' } }, 'localisationProjet', 'UNKNOWN_CODE'],
    [{ tauxIntegrationLocale: 100.01 }, 'tauxIntegrationLocale', 'ABOVE_100'],
    [{ tauxIntegrationLocale: '100.001' }, 'tauxIntegrationLocale', 'ABOVE_100'],
    [{ tauxIntegrationLocale: -1 }, 'tauxIntegrationLocale', 'NEGATIVE'],
    [{ tauxIntegrationLocale: 39.999 }, 'tauxIntegrationLocale', 'TOO_PRECISE'],
    [
      { masseSalarialeTotale: 0, masseSalarialeFeminine: 0 },
      'masseSalarialeTotale',
      'NOT_POSITIVE',
    ],
    [{ masseSalarialeFeminine: 100.01 }, 'masseSalarialeFeminine', 'ABOVE_TOTAL'],
    [
      { foncierPublic: { acquisitionTerrain: 0, locationTerrain: 0 } },
      'totalCapex',
      'NOT_POSITIVE',
    ],
    [
      { foncierPrive: { acquisitionTerrain: 1, locationTerrain: 0 } },
      'foncierPrive.acquisitionTerrain',
      'LAND_TYPE_NOT_SELECTED',
    ],
    [{ foncierPublic: { acquisitionTerrain: 1 } }, 'foncierPublic.locationTerrain', 'REQUIRED'],
  ])('with %j reports %s as %s', (change, path, code) =>
    expect(issues(change)).toEqual([{ path, code }]),
  );

  it('requires the type and the integration rate for industry', () => {
    const industry = { secteurActivite: { code: 'INDUSTRIE', libelle: 'Industrie' } };
    expect(issues(industry)).toEqual([
      { path: 'typeIndustrie', code: 'REQUIRED' },
      { path: 'tauxIntegrationLocale', code: 'REQUIRED' },
    ]);
    const wrong = { ...industry, typeIndustrie: 'NUMERIQUE', tauxIntegrationLocale: '100' };
    expect(issues(wrong)).toEqual([{ path: 'typeIndustrie', code: 'UNKNOWN_CODE' }]);
    expect(needsIndustry('INDUSTRIE', generalRuleSet)).toBe(true);
    expect(needsIndustry('NUMERIQUE', generalRuleSet)).toBe(false);
  });

  it('reports an empty payroll together with other faults', () => {
    const wrong = { effectif: -1, masseSalarialeTotale: 0, masseSalarialeFeminine: 0 };
    expect(issues(wrong)).toEqual([
      { path: 'effectif', code: 'NEGATIVE' },
      { path: 'masseSalarialeTotale', code: 'NOT_POSITIVE' },
    ]);
    expect(issues({ masseSalarialeTotale: 'x' })).toEqual([
      { path: 'masseSalarialeTotale', code: 'NOT_A_NUMBER' },
    ]);
  });

  it.each([null, undefined, ''])('requires no integration rate from other sectors: %j', (rate) => {
    expect(issues({ tauxIntegrationLocale: rate })).toEqual([]);
  });

  it('accepts empty fields on the deselected side of the land', () => {
    const empty = { acquisitionTerrain: null, locationTerrain: undefined };
    expect(issues({ foncierPrive: empty })).toEqual([]);
  });

  it('accepts zeros on the deselected side of the land', () => {
    expect(issues({ foncierPrive: { acquisitionTerrain: 0, locationTerrain: '' } })).toEqual([]);
  });
});

it('converts a monthly payroll to a yearly payroll exactly', () => {
  expect(annualOf('1000.01')).toBe(12_000.12);
  expect(annualOf('')).toBeNull();
});
