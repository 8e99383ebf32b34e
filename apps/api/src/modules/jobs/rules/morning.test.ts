import { describe, expect, it } from 'vitest';

import { isMorning, reached } from './morning.ts';

const holidays = new Set(['11-18']);

describe('the morning check', () => {
  it.each([
    // Morocco is an hour ahead of UTC, and equal to UTC in Ramadan.
    ['2026-06-01T06:29:00Z', false],
    ['2026-06-01T06:30:00Z', true],
    ['2026-03-02T06:45:00Z', false],
    ['2026-03-02T07:30:00Z', true],
    ['2026-06-01T16:59:00Z', true],
    ['2026-06-01T17:00:00Z', false],
    ['2026-06-06T07:00:00Z', false],
    ['2026-11-18T07:00:00Z', false],
  ] as const)('of %s returns %s', (now, expected) => {
    expect(isMorning(new Date(now), holidays)).toBe(expected);
  });

  it('covers every day once, over weekends, holidays and missed mornings', () => {
    const mornings = [
      '2026-11-09',
      '2026-11-10',
      '2026-11-13',
      '2026-11-16',
      '2026-11-19',
      '2026-11-25',
    ];
    const spans = mornings
      .slice(1)
      .map((today, i) => reached(3, { today, previous: mornings[i] ?? '', holidays }));
    // Each span begins where the previous span ended.
    for (const [i, span] of spans.entries())
      expect(span.after).toEqual(i === 0 ? span.after : spans[i - 1]?.upTo);
    // Asked for on Friday the 13th at noon: the third working day after it is Thursday the 19th.
    const asked = new Date('2026-11-13T12:00:00Z');
    const met = mornings.slice(1).filter((_, i) => {
      const span = spans[i];
      return span !== undefined && asked > span.after && asked <= span.upTo;
    });
    expect(met).toEqual(['2026-11-19']);
  });
});
