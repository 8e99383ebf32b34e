import { describe, expect, it } from 'vitest';

import { slowest, usualDelayOf } from './usual-delay.ts';

const quartiles = { low: 11.6, median: 15.4, high: 20.2 };

describe('the usual delay', () => {
  it('is available from twenty closed requests on', () => {
    expect(usualDelayOf({ ...quartiles, count: 19 })).toBeNull();
    expect(usualDelayOf({ ...quartiles, count: 20 })).toEqual({
      count: 20,
      low: 12,
      median: 15,
      high: 20,
    });
    expect(usualDelayOf({ count: 0, low: null, median: null, high: null })).toBeNull();
    for (const unknown of ['low', 'median', 'high'])
      expect(usualDelayOf({ ...quartiles, count: 20, [unknown]: null })).toBeNull();
  });

  it('is at least one day', () => {
    expect(usualDelayOf({ count: 30, low: 0.01, median: 0.2, high: 0.4 })).toMatchObject({
      low: 1,
      median: 1,
      high: 1,
    });
  });

  it('of several services is that of the slowest service, and unknown when one is unknown', () => {
    const quick = { count: 20, low: 1, median: 2, high: 3 };
    const slow = { count: 20, low: 1, median: 9, high: 10 };
    expect(slowest([quick, slow, quick])).toEqual(slow);
    expect(slowest([slow, { ...slow, high: 12 }])).toEqual(slow);
    expect(slowest([quick, null])).toBeNull();
    expect(slowest([])).toBeNull();
  });
});
