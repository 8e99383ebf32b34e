import { expect, it } from 'vitest';

import { mergeEntries } from './merge-entries.ts';

it('merges entries once, in order, with their latest state', () => {
  const known = [
    { id: 1, readAt: null },
    { id: 2, readAt: null },
  ];
  const read = [
    { id: 3, readAt: null },
    { id: 2, readAt: '2026-11-21T06:00:00Z' },
  ];
  expect(mergeEntries(known, read)).toEqual([
    { id: 1, readAt: null },
    { id: 2, readAt: '2026-11-21T06:00:00Z' },
    { id: 3, readAt: null },
  ]);
});
