import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulateGeneral, simulateNordev } from '../index.ts';
import type { Details, NordevForm } from '../index.ts';
import { generalForms, nordevForms } from '../testing/forms.ts';
import { generalRuleSet, nordevRuleSet } from '../testing/rule-sets.ts';
import { workshop } from '../testing/worked-examples.ts';

const aNordevForm: NordevForm = {
  ...workshop,
  categorieEntreprise: 'GRAND_ENTREPRISE',
  montantTotalInvestissement: 80_000_000,
};

describe('the order of a rule-set file', () => {
  const reversed = <V>(record: Record<string, V>): Record<string, V> =>
    Object.fromEntries(Object.entries(record).reverse());
  const general = structuredCopy(generalRuleSet);
  general.rules.ratioEmploi.reverse();
  general.rules.territoriale.provinces = reversed(general.rules.territoriale.provinces);
  const nordev = structuredCopy(nordevRuleSet);
  nordev.rules.emploi.GRAND_ENTREPRISE.reverse();
  nordev.rules.emploi.AUTRES.reverse();
  nordev.rules.export.reverse();
  nordev.rules.territoriale = reversed(nordev.rules.territoriale);

  it.each([
    [80, 0],
    [81, 5],
    [120, 5],
    [121, 7],
    [240, 7],
    [241, 10],
  ])('does not affect the bounds of brackets: %d jobs for 80 M MAD', (count, rate) => {
    const form = { ...aNordevForm, nombreEmploiStableCree: count };
    const outcome = simulateNordev(form, nordev);
    expect(outcome).toMatchObject({ result: { primeCreationEmploiStablePercent: rate } });
  });

  it('does not affect the rates and proposals of brackets and places', () => {
    const placesAside = (details: Details) =>
      details.premiums.map(({ nearest, ...premium }) => ({
        ...premium,
        nearest: nearest?.choices
          ? { rateTo: nearest.rateTo, choices: [...nearest.choices].sort() }
          : nearest,
      }));
    fc.assert(
      fc.property(generalForms, nordevForms, (generalForm, nordevForm) => {
        const one = simulateGeneral(generalForm, generalRuleSet);
        const other = simulateGeneral(generalForm, general);
        if (one.kind === 'granted' && other.kind === 'granted') {
          expect(other.result).toEqual(one.result);
          expect(placesAside(other.details)).toEqual(placesAside(one.details));
        } else expect(other).toEqual(one);
        const granted = simulateNordev(nordevForm, nordev);
        const expected = simulateNordev(nordevForm, nordevRuleSet);
        if (granted.kind !== 'granted' || expected.kind !== 'granted') throw new Error('invalid');
        expect(granted.result).toEqual(expected.result);
        expect(placesAside(granted.details)).toEqual(placesAside(expected.details));
      }),
    );
  });
});

function structuredCopy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
