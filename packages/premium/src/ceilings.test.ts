import { expect, it } from 'vitest';
import { ceilingReachedOver, hasIndicativeRates, isShipped, versionLabel } from './index.ts';
import type { CeilingDetail, Details } from './index.ts';
import { generalRuleSet, nordevRuleSet } from './testing/rule-sets.ts';

const ceiling = (key: string, before: number, limit: number): CeilingDetail => ({
  key,
  unit: 'percent',
  limit,
  before,
  after: Math.min(before, limit),
  cut: Math.max(0, before - limit),
});
const details = (...ceilings: CeilingDetail[]): Details => ({ premiums: [], ceilings });
const reached = (of: Details, premium: string) => ceilingReachedOver(of, premium)?.key ?? null;

it('finds the ceiling that limits a premium, when it is met exactly or exceeded', () => {
  const common = ceiling('sommePrimeCommuneRetenue', 15, 15);
  expect(reached(details(common, ceiling('tauxRetenu', 29, 30)), 'primeInnovationPercent')).toBe(
    'sommePrimeCommuneRetenue',
  );
  expect(
    reached(details(common, ceiling('tauxRetenu', 29, 30)), 'primeConvergencePercent'),
  ).toBeNull();
  expect(
    reached(details(common, ceiling('tauxRetenu', 29, 30)), 'primeTerritorialePercent'),
  ).toBeNull();
  expect(reached(details(common, ceiling('tauxRetenu', 31, 30)), 'primeConvergencePercent')).toBe(
    'tauxRetenu',
  );
});

it('ignores the ceiling on private land, which limits the base', () => {
  const land = ceiling('foncierPrive', 40, 20);
  expect(
    reached(details(ceiling('tauxPrimeTotale', 29.99, 30), land), 'tauxPrimeGenre'),
  ).toBeNull();
  expect(
    reached(
      details(ceiling('tauxPrimeTotale', 29, 30), land, ceiling('montantPrimeTotale', 30, 30)),
      'tauxPrimeGenre',
    ),
  ).toBe('montantPrimeTotale');
});

it('treats only the default rates of NORDEV as indicative', () => {
  expect(hasIndicativeRates(nordevRuleSet)).toBe(true);
  expect(hasIndicativeRates({ ...nordevRuleSet, version: '2027' })).toBe(false);
  expect(hasIndicativeRates(generalRuleSet)).toBe(false);
});

it('recognises the rule sets of the product', () => {
  expect([generalRuleSet, nordevRuleSet].map(isShipped)).toEqual([true, true]);
  expect(isShipped({ version: '2027' })).toBe(false);
});

it('formats the version for readers', () => {
  expect(versionLabel(generalRuleSet)).toBe('2026');
  expect(versionLabel({ version: '2027-07' })).toBe('2027-07');
  expect(versionLabel({ version: '2027-default-b' })).toBe('2027-default-b');
});
