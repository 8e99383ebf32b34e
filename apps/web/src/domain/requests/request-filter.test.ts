import { expect, it } from 'vitest';

import { criteriaOf, isFiltered } from './request-filter.ts';

const noFilter = { number: '', from: null, to: null };

it('filters by whole days of Morocco, and ignores empty fields', () => {
  expect(criteriaOf(noFilter)).toEqual([]);
  expect(
    criteriaOf({ number: '2026-0', status: 'ENTAME', from: '2026-03-01', to: '2026-03-22' }),
  ).toEqual([
    { key: 'numRequest', operation: 'CONTAINS', value: '2026-0' },
    { key: 'status', operation: 'EQUALS', value: 'ENTAME' },
    { key: 'startDate', operation: 'GREATHER_THAN_OR_EQUALS', value: '2026-03-01T00:00:00.000Z' },
    // After Ramadan Morocco is again an hour ahead of UTC.
    { key: 'endDate', operation: 'LESS_THAN_OR_EQUALS', value: '2026-03-22T22:59:59.999Z' },
  ]);
});

it('detects whether a filter is active', () => {
  expect(isFiltered(noFilter)).toBe(false);
  expect(isFiltered({ ...noFilter, status: '' })).toBe(false);
  expect(isFiltered({ ...noFilter, to: '2026-03-02' })).toBe(true);
});
