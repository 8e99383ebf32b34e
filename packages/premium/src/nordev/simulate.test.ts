import { describe, expect, it } from 'vitest';
import { nordevIssues, simulateNordev } from '../index.ts';
import type { NordevForm } from '../index.ts';
import { nordevRuleSet } from '../testing/rule-sets.ts';
import {
  exampleN2,
  million as M,
  nordevExamples,
  nordevFigures,
  workshop,
} from '../testing/worked-examples.ts';

function granted(form: NordevForm) {
  const outcome = simulateNordev(form, nordevRuleSet);
  if (outcome.kind !== 'granted') throw new Error(JSON.stringify(outcome));
  return outcome;
}

describe('worked examples of NORDEV', () => {
  it.each(nordevExamples)('%s', (_name, form, expected) =>
    expect(nordevFigures(granted(form).result)).toBe(expected),
  );
});

describe('ceilings', () => {
  it('report the amount that each ceiling cut', () => {
    const { result, details } = granted(exampleN2);
    expect(result).toMatchObject({
      plafondGlobal: 30,
      montantAvantPlafond: 30,
      plafondMontant: 10,
      rulesVersion: '2026-default',
    });
    expect(details.ceilings).toEqual([
      {
        key: 'sommePrimeCommuneRetenue',
        unit: 'percent',
        limit: 15,
        before: 25,
        after: 15,
        cut: 10,
      },
      { key: 'tauxRetenu', unit: 'percent', limit: 30, before: 35, after: 30, cut: 5 },
      { key: 'montant', unit: 'MAD', limit: 10 * M, before: 30 * M, after: 10 * M, cut: 20 * M },
    ]);
  });

  it('limit a project that already has an agreement with the State to 20 %', () => {
    const { result } = granted({ ...exampleN2, dejaBeneficierConventionInvestissement: true });
    expect(result).toMatchObject({ plafondGlobal: 20, tauxRetenu: 20, montantAvantPlafond: 20 });
  });

  it.each([
    ['GRAND_ENTREPRISE', 10],
    ['PME', 1],
    ['COOPERATIVE', 1],
    ['TPE', 0.1],
    ['AUTO_ENTREPRENEUR', 0.1],
  ] as const)('limit %s to at most %d M MAD', (categorieEntreprise, montant) => {
    expect(granted({ ...exampleN2, categorieEntreprise }).result.montant).toBe(montant);
  });
});

describe('the brackets at their bounds', () => {
  const jobs = (categorieEntreprise: 'PME' | 'GRAND_ENTREPRISE', count: number) =>
    granted({
      ...workshop,
      categorieEntreprise,
      montantTotalInvestissement: 10 * M,
      nombreEmploiStableCree: count,
    }).result.primeCreationEmploiStablePercent;

  it('return the right rates for jobs', () => {
    expect([10, 11, 15, 16, 30, 31].map((n) => jobs('GRAND_ENTREPRISE', n))).toEqual([
      0, 5, 5, 7, 7, 10,
    ]);
    expect([19, 20, 50, 51, 100, 101].map((n) => jobs('PME', n))).toEqual([0, 5, 5, 7, 7, 10]);
  });

  it('return the right rates for export, to the centime', () => {
    const at = (chiffreAffaireExport: number) =>
      granted({ ...workshop, chiffreAffaire: 1000, chiffreAffaireExport }).result
        .primeCapaciteExportPercent;
    expect([0, 99.99, 100, 299.99, 300, 599.99, 600, 1000].map(at)).toEqual([
      0, 0, 1, 1, 2, 2, 3, 3,
    ]);
  });
});

describe('explanation', () => {
  const nearest = (form: NordevForm) =>
    granted(form).details.premiums.map(({ nearest: change }) => change);

  it('proposes the smallest change of each premium', () => {
    expect(nearest({ ...workshop, masseSalarialeTotale: 1000, chiffreAffaire: 0.05 })).toEqual([
      { input: 'nombreEmploiStableCree', from: 0, to: 2, rateTo: 5 },
      { input: 'businessModelInnovant', from: false, to: true, rateTo: 1 },
      // 5 % of the payroll is less to add than 10 or 30.
      { input: 'masseSalarialePersonneHandicap', from: 0, to: 50, rateTo: 1 },
      { input: 'mesureEconomieEau', from: false, to: true, rateTo: 1 },
      { input: 'substitutionImportation', from: 'aucun', to: 'faible', rateTo: 1 },
      // Ten percent of five centimes is less than the centime, which is twenty.
      { input: 'chiffreAffaireExport', from: 0, to: 0.01, rateTo: 1 },
      {
        input: 'localisationProjet',
        from: '01.511',
        to: '01.573',
        rateTo: 10,
        choices: ['01.573', '01.571', '01.331', '01.151', '01.405'],
      },
      { input: 'convergenceVocationTerritoriale', from: 'aucun', to: 'faible', rateTo: 1 },
    ]);
  });

  it('explains premiums of yes-or-no criteria, of levels and of shares with figures and rules', () => {
    const { premiums } = granted({
      ...workshop,
      technologieInnovante: true,
      chiffreAffaire: 100,
      chiffreAffaireExport: 40,
    }).details;
    const answers = {
      businessModelInnovant: false,
      produitServiceInnovant: false,
      technologieInnovante: true,
      projetMciOmpicCri: false,
    };
    expect(premiums[1]).toEqual({
      key: 'primeInnovationPercent',
      rate: 1,
      figures: answers,
      rule: { kind: 'count', per: 1, max: 3, count: 1, inputs: Object.keys(answers) },
      nearest: { input: 'businessModelInnovant', from: false, to: true, rateTo: 2 },
    });
    expect(premiums[4]).toMatchObject({
      figures: { substitutionImportation: 'aucun' },
      rule: { kind: 'table', entry: 'aucun', rate: 0 },
    });
    expect(premiums[5]?.rule).toStrictEqual({
      kind: 'bracket',
      unit: 'percent',
      bounds: { gte: 30, lt: 60 },
      rate: 2,
    });
  });

  it('explains every other premium with its input figures', () => {
    const { premiums } = granted({
      ...workshop,
      nombreEmploiStableCree: 3,
      masseSalarialeTotale: 1000,
      masseSalarialeFeminine: 300,
      masseSalarialeJeuneNEET: 20,
      chiffreAffaire: 100,
      chiffreAffaireExport: 40,
    }).details;
    expect(premiums[0]).toMatchObject({
      figures: {
        categorieEntreprise: 'PME',
        nombreEmploiStableCree: 3,
        montantTotalInvestissement: 1 * M,
        ratio: 3,
      },
      rule: { kind: 'bracket', unit: 'jobsPerMillion' },
    });
    expect(premiums[2]).toMatchObject({
      figures: {
        masseSalarialeTotale: 1000,
        masseSalarialeFeminine: 300,
        masseSalarialeFeminineShare: 30,
        masseSalarialeJeuneNEET: 20,
        masseSalarialeJeuneNEETShare: 2,
        masseSalarialePersonneHandicap: 0,
        masseSalarialePersonneHandicapShare: 0,
      },
      rule: {
        kind: 'thresholds',
        max: 3,
        parts: [
          { input: 'masseSalarialeFeminine', operator: '>=', bound: 30, rate: 1, met: true },
          { input: 'masseSalarialeJeuneNEET', operator: '>=', bound: 10, rate: 1, met: false },
          {
            input: 'masseSalarialePersonneHandicap',
            operator: '>=',
            bound: 5,
            rate: 1,
            met: false,
          },
        ],
      },
    });
    expect(premiums[5]?.figures).toEqual({
      chiffreAffaire: 100,
      chiffreAffaireExport: 40,
      share: 40,
    });
    expect(premiums[6]?.figures).toEqual({ localisationProjet: '01.511' });
    expect(premiums[7]?.figures).toEqual({ convergenceVocationTerritoriale: 'aucun' });
  });

  it.each([
    // Ten dirhams more for women, fifty for the disabled.
    [290, 0, { input: 'masseSalarialeFeminine', from: 290, to: 300, rateTo: 1 }],
    // Equal amounts for both: the first of the form.
    [250, 0, { input: 'masseSalarialeFeminine', from: 250, to: 300, rateTo: 1 }],
    [249, 0, { input: 'masseSalarialePersonneHandicap', from: 0, to: 50, rateTo: 1 }],
    [249, 90, { input: 'masseSalarialeJeuneNEET', from: 90, to: 100, rateTo: 1 }],
  ])(
    'proposes the payroll with the smallest change: women %d, youth %d',
    (masseSalarialeFeminine, masseSalarialeJeuneNEET, change) => {
      const form = { masseSalarialeTotale: 1000, masseSalarialeFeminine, masseSalarialeJeuneNEET };
      expect(nearest({ ...workshop, ...form })[2]).toEqual(change);
    },
  );

  it('proposes to export the whole turnover when a smaller share is not enough', () => {
    const changes = nearest({ ...workshop, chiffreAffaire: 0.01 });
    expect(changes[5]).toEqual({ input: 'chiffreAffaireExport', from: 0, to: 0.01, rateTo: 3 });
  });

  it('proposes nothing when no gain is left', () => {
    expect(nearest(exampleN2)).toEqual(Array.from({ length: 8 }, () => null));
  });

  it('proposes nothing for a payroll or a turnover of 0', () => {
    const changes = nearest(workshop);
    expect([changes[2], changes[5]]).toEqual([null, null]);
  });
});

describe('validation of the NORDEV form', () => {
  it('returns the faults of an invalid form', () => {
    const form = { ...workshop, nombreEmploiStableCree: 1.5 };
    expect(simulateNordev(form, nordevRuleSet)).toEqual({
      kind: 'invalid',
      issues: [{ path: 'nombreEmploiStableCree', code: 'NOT_WHOLE' }],
    });
  });

  it('reports a part above its total with other faults, and none without a readable total', () => {
    const parts = {
      masseSalarialeFeminine: 1,
      masseSalarialeJeuneNEET: 1,
      masseSalarialePersonneHandicap: 1,
    };
    const found = (change: NordevForm) =>
      nordevIssues({ ...workshop, ...parts, ...change }, nordevRuleSet).map(({ path }) => path);
    expect(found({ nombreEmploiStableCree: 1.5 })).toEqual([
      'nombreEmploiStableCree',
      ...Object.keys(parts),
    ]);
    expect(found({ masseSalarialeTotale: 'x' })).toEqual(['masseSalarialeTotale']);
  });

  it('requires every field of an empty form', () => {
    const issues = nordevIssues({}, nordevRuleSet);
    const asked = Object.keys(workshop).filter((field) => !/^(intitule|consistance)/.test(field));
    expect(issues.map(({ path }) => path).sort()).toEqual(asked.sort());
    expect(new Set(issues.map(({ code }) => code))).toEqual(new Set(['REQUIRED']));
  });

  it.each<[NordevForm, string, string]>([
    [{ nombreEmploiStableCree: 1.5 }, 'nombreEmploiStableCree', 'NOT_WHOLE'],
    [{ montantTotalInvestissement: 0 }, 'montantTotalInvestissement', 'NOT_POSITIVE'],
    [{ masseSalarialeFeminine: 0.01 }, 'masseSalarialeFeminine', 'ABOVE_TOTAL'],
    [{ masseSalarialeJeuneNEET: 1 }, 'masseSalarialeJeuneNEET', 'ABOVE_TOTAL'],
    [{ masseSalarialePersonneHandicap: 1 }, 'masseSalarialePersonneHandicap', 'ABOVE_TOTAL'],
    [{ chiffreAffaireExport: 1 }, 'chiffreAffaireExport', 'ABOVE_TOTAL'],
    [{ chiffreAffaire: 'x', chiffreAffaireExport: 1 }, 'chiffreAffaire', 'NOT_A_NUMBER'],
    [{ localisationProjet: '02.411' }, 'localisationProjet', 'UNKNOWN_CODE'],
    [{ secteurActivite: 'MINES' }, 'secteurActivite', 'UNKNOWN_CODE'],
    [{ categorieEntreprise: 'SA' as 'PME' }, 'categorieEntreprise', 'UNKNOWN_CODE'],
  ])('with %j reports %s as %s', (change, path, code) => {
    expect(nordevIssues({ ...workshop, ...change }, nordevRuleSet)).toEqual([{ path, code }]);
  });
});
