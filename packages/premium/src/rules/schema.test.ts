import { describe, expect, it } from 'vitest';
import { generalRuleSet, nordevRuleSet } from '../testing/rule-sets.ts';
import { readRuleSet } from './schema.ts';
import type { RuleSetFault } from './schema.ts';

type Tree = { [key: string]: Tree };

/** Faults of a default set after one change at a dotted path (undefined removes). */
function faultsAfter(base: object, path: string, value: unknown): RuleSetFault[] {
  const copy = JSON.parse(JSON.stringify(base)) as Tree;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce<Tree>((tree, key) => tree[key] ?? {}, copy);
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, value);
  const reading = readRuleSet(JSON.stringify(copy, null, 2));
  return reading.ok ? [] : reading.faults;
}

const paths = (faults: RuleSetFault[]) => faults.map(({ path }) => path);
const one = (faults: RuleSetFault[]) => {
  expect(faults).toHaveLength(1);
  return faults[0];
};

describe('rule-set files', () => {
  it('accept the default sets and return them unchanged', () => {
    for (const ruleSet of [generalRuleSet, nordevRuleSet]) {
      expect(readRuleSet(JSON.stringify(ruleSet))).toEqual({ ok: true, ruleSet });
    }
  });

  it('cover all provinces of the country and the eight of the region', () => {
    const { provinces } = generalRuleSet.rules.territoriale;
    expect(Object.keys(provinces)).toHaveLength(75);
    const ofRegion = Object.keys(provinces).filter((code) => code.startsWith('01.'));
    expect(Object.keys(nordevRuleSet.rules.territoriale).sort()).toEqual(ofRegion.sort());
  });

  it.each([
    [generalRuleSet, 'rules.genre.taux', 101],
    [generalRuleSet, 'rules.genre.taux', -1],
    [generalRuleSet, 'rules.genre.taux', '3'],
    [generalRuleSet, 'rules.genre.taux', 3.125],
    [generalRuleSet, 'rules.sectorielle.NUMERIQUE', 101],
    [generalRuleSet, 'rules.territoriale.taux.B', undefined],
    [generalRuleSet, 'rules.territoriale.provinces.99', 'A'],
    [generalRuleSet, 'rules.eligibilite.voieB.effectifOp', '='],
    [generalRuleSet, 'rules.integrationLocale.secteur', 'MINES'],
    [generalRuleSet, 'rules.plafondMontantMad.MINES', 1],
    [generalRuleSet, 'validFrom', '2026-02-30'],
    [generalRuleSet, 'version', ''],
    [generalRuleSet, 'source', ' '],
    [nordevRuleSet, 'rules.substitutionImportation.faible', undefined],
    [nordevRuleSet, 'rules.convergence.moyenne', undefined],
    [nordevRuleSet, 'rules.plafondMontantMad.COOPERATIVE', undefined],
    [nordevRuleSet, 'rules.plafondMontantMad.PME', 0],
    [nordevRuleSet, 'rules.emploi.AUTRES', undefined],
    [nordevRuleSet, 'rules.innovation.criteres', ['businessModelInnovant']],
    [nordevRuleSet, 'rules.secteurs', ['SANTE', 'SANTE']],
    [nordevRuleSet, 'scheme', 'regional'],
  ])('reject an invalid value at its path: %#', (base, path, value) => {
    const faults = faultsAfter(base, path, value);
    expect(faults.length).toBeGreaterThan(0);
    expect(new Set(paths(faults))).toEqual(new Set([path]));
  });

  it.each([
    ...['sante', 'xSANTE', 'SANTE x', 'SANTÉ', '2SANTE', '_SANTE', 'SANTE-2', ''],
    ...['01511', '1.511', '01.51', '01.5110', 'x01.511', '01.511x', 'a1.511', '0a.511', '01.51a'],
  ])('reject %j as the code of a sector and of a province', (code) => {
    const { sectorielle, territoriale } = generalRuleSet.rules;
    const sectors = { ...sectorielle, [code]: 1 };
    expect(faultsAfter(generalRuleSet, 'rules.sectorielle', sectors)).toHaveLength(1);
    const provinces = { ...territoriale.provinces, [code]: 'A' };
    const faults = faultsAfter(generalRuleSet, 'rules.territoriale.provinces', provinces);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.path).toBe(`rules.territoriale.provinces.${code}`);
  });

  it('accept a letter followed by digits and _ as a code', () => {
    for (const code of ['A', 'B2', 'TRES_LONG_2', 'A_'])
      expect(
        faultsAfter(generalRuleSet, 'rules.sectorielle', {
          ...generalRuleSet.rules.sectorielle,
          [code]: 1,
        }),
      ).toEqual([]);
  });

  it.each([
    ['2026', true],
    ['2', true],
    ['2026.07-default', true],
    ['x'.repeat(40), true],
    ['x'.repeat(41), false],
    ['2026 ', false],
    ['-2026', false],
    ['.2026', false],
    ['2026a!', false],
    ['V2026', false],
  ])('accept %j as a version: %s', (version, isTaken) => {
    expect(faultsAfter(generalRuleSet, 'version', version).length === 0).toBe(isTaken);
  });

  it.each([
    ['rules.sectorielle', {}, 'rules.sectorielle'],
    ['rules.anneesLocation', 100, 'rules.anneesLocation'],
    ['rules.anneesLocation', -1, 'rules.anneesLocation'],
    ['rules.anneesLocation', 1.5, 'rules.anneesLocation'],
    ['rules.eligibilite.voieA.capexMad', 0, 'rules.eligibilite.voieA.capexMad'],
    ['rules.eligibilite.voieA.capexMad', 1e12 + 1, 'rules.eligibilite.voieA.capexMad'],
    ['rules.eligibilite.voieB.effectif', -1, 'rules.eligibilite.voieB.effectif'],
    ['rules.eligibilite.voieB.effectif', 1_000_001, 'rules.eligibilite.voieB.effectif'],
    ['rules.ratioEmploi.0.lte', 1.00001, 'rules.ratioEmploi.0.lte'],
    ['rules.ratioEmploi.0.lte', 1_000_001, 'rules.ratioEmploi.0.lte'],
    ['rules.ratioEmploi.0.lte', -1, 'rules.ratioEmploi.0.lte'],
    ['$schema', 5, '$schema'],
  ])('reject %s as %j', (path, value, at) => {
    expect(paths(faultsAfter(generalRuleSet, path, value))).toContain(at);
  });

  it.each([
    ['rules.anneesLocation', 0],
    ['rules.anneesLocation', 99],
    ['rules.eligibilite.voieA.capexMad', 1],
    ['rules.eligibilite.voieA.capexMad', 1e12],
    ['rules.eligibilite.voieB.effectif', 0],
    ['rules.eligibilite.voieB.effectif', 1_000_000],
    ['rules.genre.taux', 0],
    ['rules.genre.taux', 100],
    ['rules.genre.taux', 3.25],
    ['rules.genre.op', '>'],
    ['$schema', './rules.schema.json'],
  ])('accept %s as %j', (path, value) => {
    expect(faultsAfter(generalRuleSet, path, value)).toEqual([]);
  });

  it('describe the expected number, code or list in words', () => {
    const messageOf = (path: string, value: unknown, base: object = generalRuleSet) =>
      faultsAfter(base, path, value)[0]?.message;
    expect(messageOf('rules.genre.taux', 3.125)).toBe('at most 2 decimals');
    expect(messageOf('rules.ratioEmploi.0.lte', 1.00001)).toBe('at most 4 decimals');
    expect(messageOf('version', 'V1')).toBe('small letters, digits, point and dash');
    expect(messageOf('rules.sectorielle', {})).toBe('at least one code');
    const twice = messageOf('rules.secteurs', ['SANTE', 'SANTE'], nordevRuleSet);
    expect(twice).toBe('a code is there twice');
    const sector = messageOf('rules.integrationLocale.secteur', 'mines');
    expect(sector).toBe('a code in capitals, digits and _');
  });

  it('report a missing or duplicate criterion, and an unknown sector code', () => {
    const innovation = nordevRuleSet.rules.innovation.criteres;
    const messages = (criteres: readonly string[]) =>
      faultsAfter(nordevRuleSet, 'rules.innovation.criteres', criteres).map(
        ({ message }) => message,
      );
    const [first = '', ...others] = innovation;
    expect(messages(others)).toEqual([`${first} is missing`]);
    expect(messages([...innovation, first])).toEqual([`${first} is there twice`]);
    expect(messages([...[...others].reverse(), first])).toEqual([]);
    const fault = one(faultsAfter(generalRuleSet, 'rules.integrationLocale.secteur', 'MINES'));
    expect(fault?.message).toMatch(/^MINES is no sector/);
  });

  it('reject an unknown member', () => {
    const fault = one(faultsAfter(generalRuleSet, 'rules.genre.tauxx', 3));
    expect(fault?.path).toBe('rules.genre');
    expect(fault?.message).toContain('tauxx');
  });

  it('report the faulty line, or the line of the parent of a missing member', () => {
    const text = JSON.stringify(generalRuleSet, null, 2);
    const lineOf = (needle: string) => text.split('\n').findIndex((l) => l.includes(needle)) + 1;
    const bad = readRuleSet(text.replace('"metierAvenir": 3', '"metierAvenir": 300'));
    expect(bad).toMatchObject({ faults: [{ line: lineOf('"metierAvenir"') }] });
    const industry = readRuleSet(
      text.replace('"CHIMIE_PARACHIMIE": 40', '"CHIMIE_PARACHIMIE": -1'),
    );
    expect(industry).toMatchObject({ faults: [{ line: lineOf('"CHIMIE_PARACHIMIE"') }] });
    const bracket = readRuleSet(text.replace('"lte": 1.5,', '"lte": 1.4,'));
    // The bracket above the gap is the third of its list.
    expect(bracket).toMatchObject({
      faults: [{ path: 'rules.ratioEmploi.2', line: lineOf('"gt": 1.5') - 1 }],
    });
    const missing = readRuleSet(text.replace('"seuilPct": 30,', ''));
    expect(missing).toMatchObject({
      faults: [{ path: 'rules.genre.seuilPct', line: lineOf('"genre"') }],
    });
  });

  it.each([
    ['{\n  "scheme": "general",\n  "version": oops\n}', 3],
    ['{\n  "scheme": "general"\n  "version": "1"\n}', 3],
    ['{\n  "rates": [\n    1,\n  ]\n}', 4],
    ['{\n  "rates": [1, 01]\n}', 2],
    ['{\n  "scheme": "gen\n}\n', 2],
    ['{\n  "rates": [1]\n', 2],
    ['{}\n{}', 2],
    ['', 1],
  ])('reject a text that is not JSON, with its line: %j', (text, line) => {
    expect(readRuleSet(text)).toMatchObject({ ok: false, faults: [{ path: '', line }] });
  });
});

describe('brackets', () => {
  const faultsOf = (brackets: object[]) => faultsAfter(nordevRuleSet, 'rules.export', brackets);
  const low = { lt: 10, taux: 0 };
  const high = { gte: 10, taux: 3 };

  it('can be listed in any order', () => {
    expect(faultsOf([high, low])).toEqual([]);
    expect(faultsOf([{ taux: 2 }])).toEqual([]);
    expect(faultsOf([low, { gte: 10, lt: 20, taux: 3 }, { gte: 20, taux: 3 }])).toEqual([]);
    const point = { gte: 10, lte: 10, taux: 1 };
    const above = { gt: 10, taux: 3 };
    expect(faultsOf([low, point, above])).toEqual([]);
    expect(faultsOf([above, point, low])).toEqual([]);
    expect(faultsOf([above, low, point])).toEqual([]);
  });

  it.each([
    [
      0,
      [
        { lte: 0, taux: 0 },
        { gt: 0, taux: 3 },
      ],
    ],
    [
      0.5,
      [
        { lt: 0.5, taux: 0 },
        { gte: 0.5, taux: 3 },
      ],
    ],
  ])(
    'begin with the bracket without a lower bound, however low the next bracket begins: %d',
    (_at, list) => {
      expect(faultsOf(list)).toEqual([]);
      expect(faultsOf([...list].reverse())).toEqual([]);
    },
  );

  it('without a lower bound come first, so that a falling rate is reported at the next bracket', () => {
    const falling = [
      { lte: 0, taux: 5 },
      { gt: 0, taux: 3 },
    ];
    expect(one(faultsOf(falling))).toMatchObject({
      path: 'rules.export.1',
      message: expect.stringMatching(/rate falls/) as string,
    });
    expect(paths(faultsOf([...falling].reverse()))).toEqual(['rules.export.0']);
  });

  it.each([
    ['gap', [low, { gte: 11, taux: 3 }], '1', /gap: nothing between 10 and 11/],
    ['gap of one point', [low, { gt: 10, taux: 3 }], '1', /gap: 10 is in no bracket/],
    ['gap below', [{ gte: 1, lt: 10, taux: 0 }, high], '0', /gap: nothing below 1/],
    ['gap above', [low, { gte: 10, lte: 20, taux: 3 }], '1', /gap: nothing above 20/],
    ['overlap', [{ lt: 12, taux: 0 }, high], '1', /overlaps/],
    ['overlap in one point', [{ lte: 10, taux: 0 }, high], '1', /overlaps .* at 10/],
    ['overlap of open ends', [low, { taux: 1 }], '1', /overlaps/],
    ['two lower bounds', [low, { gt: 10, gte: 10, taux: 3 }], '1', /gt and gte/],
    ['two upper bounds', [{ lt: 10, lte: 10, taux: 0 }, high], '0', /lt and lte/],
    ['empty bracket', [low, { gte: 10, lt: 10, taux: 1 }, high], '1', /empty bracket/],
    ['bracket upside down', [low, { gte: 20, lt: 10, taux: 1 }, high], '1', /empty bracket/],
    ['falling rate', [{ lt: 10, taux: 5 }, high], '1', /rate falls/],
    ['rate 101', [low, { gte: 10, taux: 101 }], '1.taux', /./],
  ])('reject: %s', (_name, brackets, place, message) => {
    const fault = one(faultsOf(brackets));
    expect(fault?.path).toBe(`rules.export.${place}`);
    expect(fault?.message).toMatch(message);
  });

  it('reject an empty list', () => expect(paths(faultsOf([]))).toEqual(['rules.export']));
});
