import { expect, it } from 'vitest';

import type { SavedSimulation } from './answers.ts';
import { comparisonOf } from './comparison.ts';

function savedSimulation(changes: Partial<SavedSimulation>): SavedSimulation {
  return {
    id: 1,
    scheme: 'general',
    name: 'Usine',
    createdAt: '2026-03-01T12:00:00.000Z',
    rate: 10,
    amount: 10,
    rulesVersion: '2026',
    sharedUntil: null,
    form: { effectif: '120' },
    result: { totalCapex: 100 },
    details: { premiums: [{ key: 'tauxPrimeGenre', rate: 0 }] },
    ruleSet: { scheme: 'general', version: '2026', validFrom: '2026-01-01', source: '', rules: {} },
    ...changes,
  };
}
const nordev = savedSimulation({
  scheme: 'nordev',
  amount: 0.03,
  form: { nombreEmploiStableCree: 120, montantTotalInvestissement: '500000' },
  result: {},
  details: { premiums: [{ key: 'primeInnovationPercent', rate: 2 }] },
});

it('compares the figures of simulations, and marks the differences', () => {
  const rows = comparisonOf([
    savedSimulation({}),
    savedSimulation({ rate: 13, details: { premiums: [{ key: 'tauxPrimeGenre', rate: 3 }] } }),
  ]);
  const summary = rows.map(({ name, values, differs }) => [name.key, values, differs]);
  expect(summary).toEqual([
    ['amount', [10_000_000, 10_000_000], false],
    ['rate', [10, 13], true],
    ['montantTotalInvestissement', [100_000_000, 100_000_000], false],
    ['effectif', [120, 120], false],
    ['tauxPrimeGenre', [0, 3], true],
  ]);
});

it('compares simulations of both schemes, with empty cells for missing figures', () => {
  const rows = comparisonOf([savedSimulation({}), nordev]);
  const valuesByName = Object.fromEntries(rows.map(({ name, values }) => [name.key, values]));
  expect(valuesByName).toEqual({
    amount: [10_000_000, 30_000],
    rate: [10, 10],
    montantTotalInvestissement: [100_000_000, 500_000],
    effectif: [120, 120],
    tauxPrimeGenre: [0, null],
    primeInnovationPercent: [null, 2],
  });
});
