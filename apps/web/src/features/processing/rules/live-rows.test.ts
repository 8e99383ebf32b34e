import { describe, expect, it } from 'vitest';

import { rowKey, updateRowsInPlace } from './live-rows.ts';

const row = (processingStepId: number | null, percent = 0, id = 7) => ({
  id,
  processingStepId,
  percent,
});

describe('rows on the screen', () => {
  it('are updated in place', () => {
    const shown = [row(1), row(2), row(3)];
    const fresh = [row(1, 5), row(2), row(3, 40)];
    expect(updateRowsInPlace(shown, fresh)).toEqual({ rows: fresh, isSame: true });
  });

  it.each([
    ['one has come', [row(9), row(1, 5), row(2)], [row(1, 5), row(2), row(3)]],
    ['one has gone', [row(1, 5), row(3)], [row(1, 5), row(2), row(3)]],
    ['the order is another', [row(3, 5), row(1), row(2)], [row(1), row(2), row(3, 5)]],
    ['none is left', [], [row(1), row(2), row(3)]],
  ])('stay in place when %s', (_, fresh, rows) => {
    expect(updateRowsInPlace([row(1), row(2), row(3)], fresh)).toEqual({ rows, isSame: false });
  });

  it('are identified by their step, and a request without a step by its number', () => {
    expect(new Set([row(7), row(8), row(null), row(null, 0, 8)].map(rowKey)).size).toBe(4);
  });
});
