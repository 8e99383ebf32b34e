import { presentDay } from '@wasl/contracts';
import { afterEach, expect, it, vi } from 'vitest';

import { dayBounds, setClockChanges } from './clock.ts';
import { formatMoment, today } from './formats.ts';

// A server with newer zone data: Morocco moves two hours ahead on 1 July 2026.
const newer = [
  [Date.parse('2018-01-01T00:00:00Z'), 60],
  [Date.parse('2026-07-01T00:00:00Z'), 120],
] as const;
const asHere = [[0, 60]] as const;
afterEach(() => {
  setClockChanges(asHere);
  vi.useRealTimers();
});

it('shows times and computes days by the server’s clock, not by the browser’s', () => {
  setClockChanges(newer);
  expect(formatMoment('2026-07-01T22:30:00Z')).toBe('02/07/2026 00:30');
  expect(today(new Date('2026-07-01T22:30:00Z'))).toBe('2026-07-02');
  expect(dayBounds('2026-07-02')).toEqual({
    start: new Date('2026-07-01T22:00:00.000Z'),
    end: new Date('2026-07-02T21:59:59.999Z'),
  });
});

it('shares the server’s clock with the rules of the contracts', () => {
  vi.useFakeTimers({ now: Date.parse('2026-07-01T22:30:00Z'), toFake: ['Date'] });
  setClockChanges(asHere);
  expect(presentDay()).toBe('2026-07-01');
  setClockChanges(newer);
  expect(presentDay()).toBe('2026-07-02');
});
