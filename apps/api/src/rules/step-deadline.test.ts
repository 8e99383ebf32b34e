import type { RequestStatus, StepStatus } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { stepDeadline, type ClockFacts, type StatusChange } from './step-deadline.ts';
import { workingDayAt, workingDaysBetween } from './working-days.ts';

// Morocco, 2026: fixed days of every year, and the feast of the end of Ramadan.
const holidays = new Set(['01-01', '01-11', '05-01', '11-06', '11-18', '2026-03-20']);

/** `06-03 10:00`: of 2026, in UTC. */
const at = (text: string): Date => new Date(`2026-${text.replace(' ', 'T')}:00Z`);
const asked = (from: string, until: string | null = null) => ({
  from: at(from),
  until: until === null ? null : at(until),
});
const change = (
  of: StatusChange['of'],
  from: StepStatus | RequestStatus,
  to: StepStatus | RequestStatus,
  when: string,
): StatusChange => ({ of, from, to, at: at(when) });

const base: ClockFacts = {
  status: 'ASSIGNED',
  requestStatus: 'NOUVEAU',
  // A Monday.
  assignedAt: at('06-01 09:00'),
  days: 5,
  documents: [],
  changes: [],
};

const got = (when: string): Partial<ClockFacts> => ({ assignedAt: at(when) });
const awaited = (...documents: ReturnType<typeof asked>[]): Partial<ClockFacts> => ({ documents });

/**
 * Changes of `base`, the current day, and the due day or the number of days of a stopped clock. Days are in 2026, with
 * one exception.
 */
type Case = readonly [
  name: string,
  facts: Partial<ClockFacts>,
  today: string,
  expected: string | number | null,
];

const cases: readonly Case[] = [
  // Weekends and holidays.
  ['five days over a weekend', {}, '06-01', '06-08'],
  ['the same day, looked at later', {}, '06-05', '06-08'],
  ['looked at on a Sunday', {}, '06-07', '06-08'],
  ['long after it', {}, '07-20', '06-08'],
  ['got on a Saturday', got('06-06 09:00'), '06-06', '06-12'],
  ['a holiday of every year inside', got('11-02 09:00'), '11-02', '11-10'],
  ['a holiday of one year inside', got('03-16 09:00'), '03-16', '03-24'],
  ['a holiday on a Sunday takes nothing more', got('01-05 09:00'), '01-05', '01-12'],
  ['over the end of the year', got('12-30 09:00'), '12-30', '2027-01-07'],
  // Days are Morocco's, whose clock goes back an hour for Ramadan (15 February to 22 March 2026).
  [
    'got at half past midnight in Tangier, an hour before midnight in Greenwich',
    got('05-31 23:30'),
    '06-01',
    '06-08',
  ],
  [
    'got at half past eleven in the evening in Ramadan, when both clocks agree',
    got('03-02 23:30'),
    '03-03',
    '03-09',
  ],
  ['over the night on which the clock goes back', got('02-13 12:00'), '02-16', '02-20'],
  ['over the night on which it goes on again', got('03-19 23:30'), '03-23', '03-27'],
  [
    'a pause that ends at half past midnight ends that day',
    awaited(asked('06-02 10:00', '06-03 23:30')),
    '06-04',
    '06-10',
  ],
  // Pauses.
  [
    'a document asked for and not there: the days are paused',
    awaited(asked('06-03 10:00')),
    '06-30',
    4,
  ],
  ['asked for on the day on which the step came', awaited(asked('06-01 15:00')), '06-20', 5],
  [
    'a document that came two days later',
    awaited(asked('06-03 10:00', '06-05 10:00')),
    '06-05',
    '06-10',
  ],
  [
    'a document that came on the same day takes nothing',
    awaited(asked('06-03 08:00', '06-03 17:00')),
    '06-05',
    '06-08',
  ],
  [
    'a pause over a weekend takes its working days only',
    awaited(asked('06-05 10:00', '06-08 10:00')),
    '06-08',
    '06-09',
  ],
  [
    'several pauses add up',
    awaited(asked('06-02 10:00', '06-03 10:00'), asked('06-05 10:00', '06-09 10:00')),
    '06-09',
    '06-11',
  ],
  [
    'pauses that lie over each other count once',
    awaited(asked('06-02 10:00', '06-04 10:00'), asked('06-03 10:00', '06-05 10:00')),
    '06-05',
    '06-11',
  ],
  [
    'one of two documents is there: it is still paused',
    awaited(asked('06-03 10:00', '06-04 10:00'), asked('06-03 10:00')),
    '06-12',
    4,
  ],
  ['late already when the document is asked for', awaited(asked('06-11 10:00')), '06-30', -2],
  // Three days late on the 18th: the 9th, the 10th and the 18th.
  [
    'late when it was asked for: goes on as late as it was',
    awaited(asked('06-11 10:00', '06-18 10:00')),
    '06-18',
    '06-15',
  ],
  [
    'on hold by the administrator, and resumed',
    {
      changes: [
        change('request', 'NOUVEAU', 'EN_ATTENTE', '06-02 10:00'),
        change('request', 'EN_ATTENTE', 'NOUVEAU', '06-04 10:00'),
      ],
    },
    '06-04',
    '06-10',
  ],
  [
    'on hold now',
    {
      requestStatus: 'EN_ATTENTE',
      changes: [change('request', 'NOUVEAU', 'EN_ATTENTE', '06-02 10:00')],
    },
    '06-10',
    5,
  ],
  [
    'blocked now',
    { status: 'BLOCKED', changes: [change('step', 'ASSIGNED', 'BLOCKED', '06-04 10:00')] },
    '06-10',
    3,
  ],
  [
    'blocked and at work again',
    {
      status: 'IN_PROGRESS',
      changes: [
        change('step', 'ASSIGNED', 'BLOCKED', '06-04 10:00'),
        change('step', 'BLOCKED', 'IN_PROGRESS', '06-08 10:00'),
        change('step', 'IN_PROGRESS', 'IN_PROGRESS', '06-09 10:00'),
      ],
    },
    '06-09',
    '06-10',
  ],
  [
    'blocked twice: since the first time',
    {
      status: 'BLOCKED',
      changes: [
        change('step', 'ASSIGNED', 'BLOCKED', '06-03 10:00'),
        change('step', 'BLOCKED', 'BLOCKED', '06-05 10:00'),
      ],
    },
    '06-10',
    4,
  ],
  ['blocked without a line of history: since it came', { status: 'BLOCKED' }, '06-10', 5],
  [
    'blocked, and its request goes on: still blocked since the first time',
    {
      status: 'BLOCKED',
      changes: [
        change('step', 'ASSIGNED', 'BLOCKED', '06-04 10:00'),
        change('request', 'NOUVEAU', 'ENTAME', '06-05 10:00'),
        { of: 'step', from: 'BLOCKED', to: null, at: at('06-08 10:00') },
      ],
    },
    '06-10',
    3,
  ],
  // No organisation is working on it.
  ['handled', { status: 'PROCESSED' }, '06-30', null],
  ['rejected', { status: 'REJECTED' }, '06-30', null],
  ['given up', { status: 'DECLINED' }, '06-30', null],
  ['its person erased, the request with them', { requestStatus: 'SUPPRIME' }, '06-30', null],
  ['not started', { status: 'NOT_STARTED', assignedAt: null }, '06-30', null],
  ['assigned at an unknown time', { assignedAt: null }, '06-30', null],
];

describe('the deadline of a step', () => {
  it.each(cases)('%s', (_name, facts, today, expected) => {
    const isDay = typeof expected === 'string';
    expect(stepDeadline({ ...base, ...facts }, holidays, `2026-${today}`)).toEqual({
      dueOn: isDay ? (/^\d{4}/.test(expected) ? expected : `2026-${expected}`) : null,
      daysLeft: isDay ? null : expected,
    });
  });

  it('is the same day on every later day without a change', () => {
    const days = Array.from(
      { length: 40 },
      (_, i) => `2026-06-${String((i % 30) + 1).padStart(2, '0')}`,
    );
    for (const today of days)
      expect(stepDeadline(base, holidays, today).dueOn, today).toBe('2026-06-08');
  });
});

describe('working days', () => {
  it.each([
    ['2026-06-05', '2026-06-08', 1],
    ['2026-06-05', '2026-06-05', 0],
    ['2026-06-06', '2026-06-07', 0],
    ['2026-06-10', '2026-06-05', -3],
    ['2026-11-05', '2026-11-09', 1],
  ] as const)('from %s to %s are counted as %i', (from, to, count) => {
    expect(workingDaysBetween(from, to, holidays)).toBe(count);
  });

  it.each([
    ['2026-06-05', 1, '2026-06-08'],
    ['2026-06-05', 0, '2026-06-05'],
    ['2026-06-07', 0, '2026-06-05'],
    ['2026-06-10', -3, '2026-06-05'],
  ] as const)('from %s with %i left end on %s', (today, left, day) => {
    expect(workingDayAt(today, left, holidays)).toBe(day);
    expect(workingDaysBetween(today, day, holidays)).toBe(left);
  });
});
