import { describe, expect, it } from 'vitest';

import {
  boundsOfDay,
  clockChanges,
  dayOf,
  instantOfWall,
  offsetAt,
  offsetIn,
  wireDateTime,
} from './dates.ts';

// Morocco was an hour ahead of UTC, and equal to it in Ramadan (18 February to 19 March 2026). Since 20 September 2026
// it uses UTC.
describe('an instant on Morocco’s clock', () => {
  it.each([
    ['2026-01-09T08:05:59.999Z', '2026-01-09', '2026/01/09 09:05'],
    ['2026-06-30T22:59:00Z', '2026-06-30', '2026/06/30 23:59'],
    ['2026-06-30T23:00:00Z', '2026-07-01', '2026/07/01 00:00'],
    ['2026-07-01T23:30:00Z', '2026-07-02', '2026/07/02 00:30'],
    ['2026-09-20T00:59:00Z', '2026-09-20', '2026/09/20 01:59'],
    ['2026-09-20T01:00:00Z', '2026-09-20', '2026/09/20 01:00'],
    ['2026-11-30T23:30:00Z', '2026-11-30', '2026/11/30 23:30'],
    ['2025-12-31T23:30:00Z', '2026-01-01', '2026/01/01 00:30'],
    ['2027-07-31T23:30:00Z', '2027-07-31', '2027/07/31 23:30'],
    ['2026-03-01T23:30:00Z', '2026-03-01', '2026/03/01 23:30'],
  ])('%s is on day %s, and is sent as %s', (instant, day, onTheWire) => {
    expect(dayOf(new Date(instant))).toBe(day);
    expect(wireDateTime(new Date(instant))).toBe(onTheWire);
  });
});

it('agrees with the time zone data at every minute around a clock change, and at any instant', () => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Africa/Casablanca',
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const changes = clockChanges(new Date('2024-01-01T00:00:00Z'), new Date('2026-09-19T00:00:00Z'));
  expect(changes.length).toBeGreaterThan(4);
  const around = changes.flatMap(([at]) =>
    Array.from({ length: 120 }, (_, index) => at + (index - 60) * 60_000 + 59_999),
  );
  const anywhere = Array.from({ length: 25_000 }, (_, index) => index * 63_421_987);
  const differing = [...around, ...anywhere].filter((at) => {
    const instant = new Date(at);
    return wireDateTime(instant).replaceAll('/', '-') !== format.format(instant);
  });
  expect(differing).toEqual([]);
});

describe('a day in Morocco', () => {
  it.each([
    ['2026-06-01', '2026-05-31T23:00:00.000Z', '2026-06-01T22:59:59.999Z', 'an hour ahead of UTC'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z', '2026-03-01T23:59:59.999Z', 'in Ramadan'],
    ['2026-02-15', '2026-02-14T23:00:00.000Z', '2026-02-15T23:59:59.999Z', '25 hours long'],
    ['2026-03-22', '2026-03-22T00:00:00.000Z', '2026-03-22T22:59:59.999Z', '23 hours long'],
  ])('%s begins at %s and ends at %s: %s', (day, start, end) => {
    expect(boundsOfDay(day)).toEqual({ start: new Date(start), end: new Date(end) });
  });
});

it('a skipped time before the clock goes forward uses the earlier offset', () => {
  const change = Date.parse('2026-07-01T00:30:00Z');
  const offset = (instant: Date) => (instant.getTime() < change ? 60 : 120);
  const shown = Date.parse('2026-07-01T01:15:00Z');
  expect(instantOfWall(shown, offset)).toEqual(new Date('2026-07-01T00:15:00Z'));
});

describe('the list of clock changes', () => {
  const from = new Date('2025-01-01T00:00:00Z');
  const to = new Date('2028-01-01T00:00:00Z');
  const changes = clockChanges(from, to);

  it('is in order, with the exact minute of each change', () => {
    const first2026 = changes.find(([at]) => at > Date.parse('2026-01-01T00:00:00Z'));
    expect(first2026).toEqual([Date.parse('2026-02-15T02:00:00Z'), 0]);
    expect(changes.map(([at]) => at)).toEqual(changes.map(([at]) => at).sort((a, b) => a - b));
  });

  it('has the same offset as the time zone data at every hour', () => {
    const differing: string[] = [];
    for (let at = from.getTime(); at < to.getTime(); at += 3_600_000) {
      const instant = new Date(at);
      if (offsetIn(changes, instant) !== offsetAt(instant)) differing.push(instant.toISOString());
    }
    expect(differing).toEqual([]);
  });

  it('returns the first offset before the first change, and 0 without changes', () => {
    expect(offsetIn(changes, new Date('1990-01-01'))).toBe(changes[0]?.[1]);
    expect(offsetIn([], new Date(0))).toBe(0);
  });
});
