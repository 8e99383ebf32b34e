import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

import { rangeOf } from './known-answers.ts';
import { categoryOf } from './known-category.ts';

const codesOf = (list: string): string[] => {
  const file = path.join(
    import.meta.dirname,
    `../../../../../prisma/seed/reference/lists/${list}.json`,
  );
  const { items } = JSON.parse(readFileSync(file, 'utf8')) as { items: { code: string }[] };
  return items.map(({ code }) => code);
};

it.each([
  ['NUMBER_OF_JOBS', [0, 1, 5, 6, 150, 151], ['0', '1_5', '1_5', '6_10', '51_150', '151_PLUS']],
  [
    'INVESTMENT_AMOUNT',
    [0, 50_000, 50_000.01, 1e6, 5e7, 6e7],
    ['0_50K', '0_50K', '50K_100K', '500K_1M', '5M_50M', '50M_PLUS'],
  ],
  ['REVENUE', [0, 1, 250_000], ['0', '0_200K', '200K_500K']],
])('finds the range of the survey: %s', (list, figures, ranges) => {
  const codes = codesOf(list);
  expect(figures.map((figure) => rangeOf(figure, codes))).toEqual(ranges);
});

it('selects no range of a list whose codes have another format', () => {
  expect(rangeOf(3, ['FEW', 'MANY'])).toBeNull();
});

it('derives the category of self-employed people and of members of a cooperative', () => {
  const user = (code: string) => ({ profil: { code, libelle: code }, qualification: null });
  expect(categoryOf(user('AUTO_ENTREPRENEUR'))).toBe('AUTO_ENTREPRENEUR');
  expect(categoryOf(user('COOPERANT'))).toBe('COOPERATIVE');
  expect(categoryOf(user('ETUDIANT'))).toBeNull();
  expect(categoryOf(undefined)).toBeNull();
});
