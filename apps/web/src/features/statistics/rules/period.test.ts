import { describe, expect, it } from 'vitest';

import { periodOf } from './period.ts';

describe('a period', () => {
  it.each([
    ['month', 0, '2026-11-01', '2026-11-22'],
    ['month', 1, '2026-10-01', '2026-10-31'],
    ['month', 9, '2026-02-01', '2026-02-28'],
    ['month', 11, '2025-12-01', '2025-12-31'],
    ['quarter', 0, '2026-10-01', '2026-11-22'],
    ['quarter', 1, '2026-07-01', '2026-09-30'],
    ['quarter', 4, '2025-10-01', '2025-12-31'],
    ['year', 0, '2026-01-01', '2026-11-22'],
    ['year', 2, '2024-01-01', '2024-12-31'],
  ] as const)('covers the right days for a %s, %i back', (kind, back, from, to) => {
    expect(periodOf(kind, back, '2026-11-22')).toEqual({ from, to });
  });

  it('ends on its last day when this day is today', () => {
    expect(periodOf('month', 0, '2024-02-29')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  });
});
