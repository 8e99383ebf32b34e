import { expect, it } from 'vitest';

import type { NordevForm } from '../index.ts';
import { liveNordev, simulateNordev } from '../index.ts';
import { nordevRuleSet } from '../testing/rule-sets.ts';
import { nordevExamples } from '../testing/worked-examples.ts';

it('returns a rate and an amount once the investment is known, and increases with the answers', () => {
  let form: NordevForm = {};
  const after = (answers: NordevForm) => {
    form = { ...form, ...answers };
    const result = liveNordev(form, nordevRuleSet);
    return result === null ? null : [result.tauxRetenu, result.montant];
  };
  expect(after({ nombreEmploiStableCree: '5' })).toBeNull();
  expect(after({ montantTotalInvestissement: '500000' })).toEqual([7, 0.035]);
  expect(after({ localisationProjet: '01.571' })).toEqual([17, 0.085]);
  expect(after({ technologieInnovante: true })).toEqual([18, 0.09]);
  // A part counts as 0 without its total, and while it exceeds the total.
  expect(after({ masseSalarialeFeminine: '30000' })).toEqual([18, 0.09]);
  expect(after({ masseSalarialeTotale: '9' })).toEqual([18, 0.09]);
  expect(after({ masseSalarialeTotale: '90000' })).toEqual([19, 0.095]);
  expect(after({ mesureEconomieEau: true, utilisationEnergieRenouvelable: true })).toEqual([
    21, 0.1,
  ]);
  expect(after({ categorieEntreprise: 'COOPERATIVE' })).toEqual([21, 0.105]);
  expect(after({ montantTotalInvestissement: '' })).toBeNull();
});

it.each(nordevExamples)('equals the result of a complete form: %s', (_name, form) => {
  const outcome = simulateNordev(form, nordevRuleSet);
  expect(outcome).toMatchObject({ kind: 'granted', result: liveNordev(form, nordevRuleSet) });
});
