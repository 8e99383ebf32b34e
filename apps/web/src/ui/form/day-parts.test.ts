import { expect, it } from 'vitest';

import { dayOf, daysIn, noDay, partsOf, withPart, yearsBetween } from './day-parts.ts';

it('builds a day from three lists, in any order', () => {
  const year = withPart(noDay, 'year', '1996');
  expect(dayOf(year)).toBeNull();
  const whole = withPart(withPart(year, 'day', '14'), 'month', '05');
  expect(dayOf(whole)).toBe('1996-05-14');
  expect(partsOf('1996-05-14')).toEqual(whole);
});

it.each([
  ['02', '2023', 28],
  ['02', '2024', 29],
  ['02', '', 29],
  ['04', '2024', 30],
  ['', '2024', 31],
])('month %s of year %s has %i days', (month, year, days) => {
  expect(daysIn({ day: '', month, year })).toBe(days);
});

it('replaces a day that the month does not have with the last day', () => {
  const last = { day: '31', month: '01', year: '2023' };
  expect(dayOf(withPart(last, 'month', '02'))).toBe('2023-02-28');
  expect(dayOf(withPart({ day: '29', month: '02', year: '2024' }, 'year', '2025'))).toBe(
    '2025-02-28',
  );
});

it('lists the years within the bounds, nearest to today first', () => {
  expect(yearsBetween('2026-11-27', undefined, '2026-11-27').slice(0, 2)).toEqual(['2026', '2027']);
  const births = yearsBetween(undefined, '2026-11-26', '2026-11-27');
  expect([births[0], births.at(-1)]).toEqual(['2026', '1916']);
});
