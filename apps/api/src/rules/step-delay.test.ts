import { expect, it } from 'vitest';

import { delayDays } from './step-delay.ts';

it.each([
  ['2026-06-01T09:00:00Z', 0],
  ['2026-06-02T08:59:59Z', 0],
  ['2026-06-02T09:00:00Z', 1],
  ['2026-06-11T10:00:00Z', 10],
  // Clocks of two machines may differ: a delay is never negative.
  ['2026-05-30T09:00:00Z', 0],
])('the delay of a step from 1 June at nine until %s is %i days', (end, days) => {
  expect(delayDays(new Date('2026-06-01T09:00:00Z'), new Date(end))).toBe(days);
});
