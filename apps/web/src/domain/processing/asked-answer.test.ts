import { expect, it } from 'vitest';

import { askedAt, matching } from './asked-answer.ts';

it.each([
  ['/', 1, { from: 0, to: 1, query: '' }],
  ['Bonjour /acc', 12, { from: 8, to: 12, query: 'acc' }],
  ['Bonjour\n/مر suite', 11, { from: 8, to: 11, query: 'مر' }],
  ['Bonjour /acc', 10, { from: 8, to: 10, query: 'a' }],
  ['12/2026', 7, null],
  ['et/ou', 3, null],
  ['https://x.ma', 8, null],
  ['/acc ueil', 9, null],
])('%s at %i asks for %o', (text, caret, asked) => {
  expect(askedAt(text, caret)).toEqual(asked);
});

it('finds names without accents and case, those that begin with it first', () => {
  const answers = [{ name: 'Le reçu' }, { name: 'Réception' }, { name: 'Bail' }];
  expect(matching(answers, 'REC').map(({ name }) => name)).toEqual(['Réception', 'Le reçu']);
  expect(matching(answers, '')).toHaveLength(3);
});
