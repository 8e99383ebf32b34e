import { expect, it } from 'vitest';
import { outcomesDigest } from './outcomes-digest.ts';
import { generalRuleSet, nordevRuleSet } from './rule-sets.ts';

it('is equal for the same seed, and differs for another seed or another rule', () => {
  const first = outcomesDigest(200, 7, generalRuleSet, nordevRuleSet);
  expect(outcomesDigest(200, 7, generalRuleSet, nordevRuleSet)).toEqual(first);
  expect(outcomesDigest(200, 8, generalRuleSet, nordevRuleSet).digest).not.toBe(first.digest);
  const convergence = { ...nordevRuleSet.rules.convergence, faible: 1.01 };
  const other = { ...nordevRuleSet, rules: { ...nordevRuleSet.rules, convergence } };
  expect(outcomesDigest(200, 7, generalRuleSet, other).digest).not.toBe(first.digest);
  expect(Object.keys(first.kinds).sort()).toEqual(['granted', 'refused']);
});
