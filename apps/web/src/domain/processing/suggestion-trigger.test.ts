import { expect, it } from 'vitest';

import { triggerAt, matchingItems } from './suggestion-trigger.ts';

it.each([
  ['/', 1, { sign: '/', from: 0, to: 1, query: '' }],
  ['Bonjour /acc', 12, { sign: '/', from: 8, to: 12, query: 'acc' }],
  ['Bonjour\n/مر suite', 11, { sign: '/', from: 8, to: 11, query: 'مر' }],
  ['Bonjour /acc', 10, { sign: '/', from: 8, to: 10, query: 'a' }],
  ['Voir @kar', 9, { sign: '@', from: 5, to: 9, query: 'kar' }],
  ['Voir (@', 7, { sign: '@', from: 6, to: 7, query: '' }],
  ['12/2026', 7, null],
  ['et/ou', 3, null],
  ['https://x.ma', 8, null],
  ['karim@example.org', 6, null],
  ['/acc ueil', 9, null],
])('%s with the caret at %i triggers %o', (text, caret, asked) =>
  expect(triggerAt(text, caret)).toEqual(asked),
);

it('finds names regardless of accents and case, with matches at the beginning first', () => {
  const answers = ['Le reçu', 'Réception', 'Bail'];
  const found = (query: string) => matchingItems(answers, query, (name) => name);
  expect(found('REC')).toEqual(['Réception', 'Le reçu']);
  expect(found('')).toHaveLength(3);
});
