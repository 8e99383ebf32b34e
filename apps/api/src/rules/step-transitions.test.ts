import { settableStepStatuses, stepStatuses } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import {
  atWorkStepStatuses,
  canRate,
  isAtWork,
  isBlocked,
  isClosed,
  lateStepStatuses,
  openStepStatuses,
  stepTransition,
} from './step-transitions.ts';

describe('the properties of a step status', () => {
  it.each([
    ['NOT_STARTED', { late: false, atWork: false, open: true, closed: false, blocked: false }],
    ['ASSIGNED', { late: true, atWork: true, open: true, closed: false, blocked: false }],
    ['IN_PROGRESS', { late: true, atWork: true, open: true, closed: false, blocked: false }],
    ['BLOCKED', { late: false, atWork: true, open: true, closed: false, blocked: true }],
    ['PROCESSED', { late: false, atWork: false, open: false, closed: true, blocked: false }],
    ['REJECTED', { late: false, atWork: false, open: false, closed: true, blocked: false }],
    ['DECLINED', { late: false, atWork: false, open: false, closed: true, blocked: false }],
  ] as const)('of %s are %o', (status, expected) => {
    expect({
      late: lateStepStatuses.includes(status),
      atWork: isAtWork(status),
      open: openStepStatuses.includes(status),
      closed: isClosed(status),
      blocked: isBlocked(status),
    }).toEqual(expected);
  });

  it('exist for known statuses only', () => {
    for (const some of [lateStepStatuses, atWorkStepStatuses, openStepStatuses])
      expect(some.filter((one) => !stepStatuses.includes(one))).toEqual([]);
  });
});

describe('a partner’s update of a step', () => {
  for (const current of ['ASSIGNED', 'IN_PROGRESS', 'BLOCKED'] as const)
    it.each(settableStepStatuses)(`changes ${current} to %s`, (status) => {
      const percent = status === 'PROCESSED' ? 100 : 35;
      expect(stepTransition({ status: current, percent: 50 }, { status, percent })).toEqual({
        next: { status, percent },
      });
    });

  it('sets PROCESSED automatically at 100, whatever status is sent', () => {
    for (const status of settableStepStatuses)
      expect(
        stepTransition({ status: 'IN_PROGRESS', percent: 95 }, { status, percent: 100 }),
      ).toEqual({ next: { status: 'PROCESSED', percent: 100 } });
  });

  it('sets 100 automatically at PROCESSED, whatever percent is sent', () => {
    expect(
      stepTransition({ status: 'BLOCKED', percent: 40 }, { status: 'PROCESSED', percent: 40 }),
    ).toEqual({ next: { status: 'PROCESSED', percent: 100 } });
  });

  it.each([
    ['PROCESSED', 100, 'STEP_FULLY_CLAIMED'],
    // Rows of an older release may be processed by only one of status and percent.
    ['PROCESSED', 95, 'STEP_FULLY_CLAIMED'],
    ['IN_PROGRESS', 100, 'STEP_FULLY_CLAIMED'],
    ['REJECTED', 40, 'STEP_CLOSED'],
    ['NOT_STARTED', 0, 'STATE_CONFLICT'],
  ] as const)('is refused on %s at %d: %s', (status, percent, refused) => {
    expect(stepTransition({ status, percent }, { status: 'IN_PROGRESS', percent: 10 })).toEqual({
      refused,
    });
  });
});

describe('rating', () => {
  const now = new Date('2026-03-10T12:00:00Z');
  it.each(stepStatuses)('is allowed or refused for a step that is %s', (status) => {
    expect(canRate(status, null, now)).toBe(status === 'PROCESSED');
  });
  it('can be changed for 7 days', () => {
    expect(canRate('PROCESSED', new Date('2026-03-03T12:00:00Z'), now)).toBe(true);
    expect(canRate('PROCESSED', new Date('2026-03-03T11:59:59Z'), now)).toBe(false);
  });
});
