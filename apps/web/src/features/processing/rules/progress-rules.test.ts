import { describe, expect, it } from 'vitest';

import { percentFor, startingStatus, statusFor } from './progress-rules.ts';

describe('percent and status of a step', () => {
  it('start in progress, unless the step is blocked', () => {
    expect(startingStatus('ASSIGNED')).toBe('IN_PROGRESS');
    expect(startingStatus('BLOCKED')).toBe('BLOCKED');
    expect(startingStatus(undefined)).toBe('IN_PROGRESS');
  });

  it('set the step to processed at 100, and reopen it below', () => {
    expect(statusFor(100, 'BLOCKED')).toBe('PROCESSED');
    expect(statusFor(95, 'PROCESSED')).toBe('IN_PROGRESS');
    expect(statusFor(95, 'BLOCKED')).toBe('BLOCKED');
    expect(statusFor(95, 'IN_PROGRESS')).toBe('IN_PROGRESS');
  });

  it('become 100 with the status PROCESSED, and return to the previous percent without it', () => {
    expect(percentFor('PROCESSED', 40, 40)).toBe(100);
    expect(percentFor('IN_PROGRESS', 100, 40)).toBe(40);
    expect(percentFor('IN_PROGRESS', 100, 100)).toBe(95);
    expect(percentFor('BLOCKED', 60, 40)).toBe(60);
  });
});
