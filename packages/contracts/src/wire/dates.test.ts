import { describe, expect, it } from 'vitest';

import { dayOf, wireDateTime } from './dates.ts';

// Morocco is an hour ahead of UTC, and with it in Ramadan (18 February to 19 March 2026).
describe('an instant on Morocco’s clock', () => {
  it.each([
    ['2026-01-09T08:05:59.999Z', '2026-01-09', '2026/01/09 09:05'],
    ['2026-06-30T22:59:00Z', '2026-06-30', '2026/06/30 23:59'],
    ['2026-06-30T23:00:00Z', '2026-07-01', '2026/07/01 00:00'],
    ['2026-07-01T23:30:00Z', '2026-07-02', '2026/07/02 00:30'],
    ['2026-12-31T23:30:00Z', '2027-01-01', '2027/01/01 00:30'],
    ['2026-03-01T23:30:00Z', '2026-03-01', '2026/03/01 23:30'],
  ])('%s is on %s, and %s on the wire', (instant, day, onTheWire) => {
    expect(dayOf(new Date(instant))).toBe(day);
    expect(wireDateTime(new Date(instant))).toBe(onTheWire);
  });
});
