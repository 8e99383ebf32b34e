import { places } from '@wasl/contracts';
import { expect, it } from 'vitest';

import { readState, writeState } from '../../../lib/routing/address-state.ts';
import { tabQuery, worklistCriteriaOf, worklistState } from './worklist-state.ts';

const read = (address: string) => readState(worklistState, new URLSearchParams(address));
const write = (state: ReturnType<typeof read>) =>
  writeState(worklistState, state, new URLSearchParams()).toString();

it('each part opens with its default sort', () => {
  expect(read('').sort).toEqual({ field: 'dateRequest', direction: 'desc' });
  expect(read('tab=done').sort).toEqual({ field: 'dateRequest', direction: 'desc' });
  expect(read('tab=todo').sort).toEqual({ field: 'assignedAt', direction: 'asc' });
  expect(read('tab=late&sort=nonsense').sort).toEqual({ field: 'assignedAt', direction: 'asc' });
  expect(read('tab=todo&sort=percent,desc').sort).toEqual({ field: 'percent', direction: 'desc' });
});

it('the address contains only a sort that differs from the part’s default', () => {
  const newestFirst = { field: 'dateRequest', direction: 'desc' } as const;
  expect(write(read('tab=todo'))).toBe('tab=todo');
  expect(write({ ...read('tab=todo'), sort: newestFirst })).toBe(
    'tab=todo&sort=dateRequest%2Cdesc',
  );
  expect(write({ ...read('tab=todo'), tab: 'all', sort: newestFirst })).toBe('');
});

it.each([
  ['late', { tab: 'late' }, []],
  ['half', {}, [['clock', 'HALF']]],
  [
    'unanswered',
    {},
    [
      ['stepStatus', 'OPEN'],
      ['conversation', 'UNANSWERED'],
    ],
  ],
  [
    { since: '2026-06-12' },
    {},
    [
      ['stepStatus', 'OPEN'],
      ['assignedSince', '2026-06-11T23:00:00.000Z'],
    ],
  ],
] as const)(
  'a figure of the morning mail links to the counted steps: %s',
  (part, query, criteria) => {
    const state = read(places.worklistPart(part).replace(/^[^?]*/, ''));
    expect(tabQuery(state)).toEqual({ ...query, owner: 'mineOrNone' });
    expect(worklistCriteriaOf(state).map(({ key, value }) => [key, value])).toEqual(criteria);
  },
);
