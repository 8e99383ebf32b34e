import { expect, it } from 'vitest';

import { generalRuleSet } from '../testing/index.ts';
import { liveRefusal } from './live.ts';

const of = (effectif: number | string, equipements: number | string) =>
  liveRefusal({ effectif, equipements }, generalRuleSet);

it('computes the shortfall of an ineligible project as soon as the investment is known', () => {
  expect(of('', 60_000_000)).toBeUndefined();
  expect(of(51, 50_000_000.01)).toBeNull();
  expect(of('150', '')).toBeNull();
  expect(of(60, 50_000_000)?.routes[0].capex.missingCentimes).toBe(1);
  expect(of(40, 60_000_000)?.routes.map(({ effectif }) => effectif.missing)).toEqual([11, 110]);
});
