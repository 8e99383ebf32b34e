import { expect, it } from 'vitest';

import { batchesOf, decide } from './decisions.ts';

const row = (kind: 'agents' | 'organisations' | 'services', id: string) => ({ kind, id, name: id });

it('splits rows into calls of the allowed size', () => {
  expect(batchesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(batchesOf([])).toEqual([]);
});

it('decides organisations before agents, with one call for each kind', async () => {
  const sent: unknown[] = [];
  const rows = [
    row('agents', 'a'),
    row('services', 's'),
    row('organisations', '7'),
    row('agents', 'b'),
  ];
  const outcomes = await decide(rows, { decision: 'approve', reason: null }, (body) => {
    sent.push(body);
    return Promise.resolve(
      body.ids.map((id) => ({ id, refusal: id === 'b' ? ('decided' as const) : null })),
    );
  });
  expect(sent).toEqual([
    { kind: 'organisations', ids: ['7'], decision: 'approve', reason: null },
    { kind: 'agents', ids: ['a', 'b'], decision: 'approve', reason: null },
    { kind: 'services', ids: ['s'], decision: 'approve', reason: null },
  ]);
  expect(outcomes.map(({ row: { id }, refusal }) => [id, refusal])).toEqual([
    ['7', null],
    ['a', null],
    ['b', 'decided'],
    ['s', null],
  ]);
});

it('stops at the first call that fails', async () => {
  const rows = [row('services', 's'), row('organisations', '7')];
  const send = (body: { readonly kind: string }) => Promise.reject(new Error(body.kind));
  await expect(decide(rows, { decision: 'approve', reason: null }, send)).rejects.toThrow(
    'organisations',
  );
});
