import type { RequestStatus, StepStatus } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { stepDeadline, type ClockFacts, type StatusChange } from './step-deadline.ts';
import { workingDayAt, workingDaysBetween } from './working-days.ts';

// Morocco, 2026: fixed days of every year, and the feast of the end of Ramadan.
const holidays = new Set(['01-01', '01-11', '05-01', '11-06', '11-18', '2026-03-20']);

const at = (text: string): Date => new Date(text);
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
  assignedAt: at('2026-06-01T09:00:00Z'),
  days: 5,
  documents: [],
  changes: [],
};

interface Case {
  readonly name: string;
  readonly facts?: Partial<ClockFacts>;
  readonly today: string;
  readonly expected: { dueOn?: string; daysLeft?: number };
}

const cases: readonly Case[] = [
  // Weekends and holidays.
  { name: 'five days over a weekend', today: '2026-06-01', expected: { dueOn: '2026-06-08' } },
  { name: 'the same day, looked at later', today: '2026-06-05', expected: { dueOn: '2026-06-08' } },
  { name: 'looked at on a Sunday', today: '2026-06-07', expected: { dueOn: '2026-06-08' } },
  { name: 'long after it', today: '2026-07-20', expected: { dueOn: '2026-06-08' } },
  {
    name: 'got on a Saturday',
    facts: { assignedAt: at('2026-06-06T09:00:00Z') },
    today: '2026-06-06',
    expected: { dueOn: '2026-06-12' },
  },
  {
    name: 'a holiday of every year inside',
    facts: { assignedAt: at('2026-11-02T09:00:00Z') },
    today: '2026-11-02',
    expected: { dueOn: '2026-11-10' },
  },
  {
    name: 'a holiday of one year inside',
    facts: { assignedAt: at('2026-03-16T09:00:00Z') },
    today: '2026-03-16',
    expected: { dueOn: '2026-03-24' },
  },
  {
    name: 'a holiday on a Sunday takes nothing more',
    facts: { assignedAt: at('2026-01-05T09:00:00Z') },
    today: '2026-01-05',
    expected: { dueOn: '2026-01-12' },
  },
  {
    name: 'over the turn of the year',
    facts: { assignedAt: at('2026-12-30T09:00:00Z') },
    today: '2026-12-30',
    expected: { dueOn: '2027-01-07' },
  },
  // Days are Morocco's, whose clock goes back an hour for Ramadan (15 February to 22 March 2026) and on again.
  {
    name: 'got at half past midnight in Tangier, an hour before midnight in Greenwich',
    facts: { assignedAt: at('2026-05-31T23:30:00Z') },
    today: '2026-06-01',
    expected: { dueOn: '2026-06-08' },
  },
  {
    name: 'got at half past eleven in the evening in Ramadan, when both clocks agree',
    facts: { assignedAt: at('2026-03-02T23:30:00Z') },
    today: '2026-03-03',
    expected: { dueOn: '2026-03-09' },
  },
  {
    name: 'over the night on which the clock goes back',
    facts: { assignedAt: at('2026-02-13T12:00:00Z') },
    today: '2026-02-16',
    expected: { dueOn: '2026-02-20' },
  },
  {
    name: 'over the night on which it goes on again',
    facts: { assignedAt: at('2026-03-19T23:30:00Z') },
    today: '2026-03-23',
    expected: { dueOn: '2026-03-27' },
  },
  {
    name: 'a pause that ends at half past midnight ends that day',
    facts: { documents: [asked('2026-06-02T10:00:00Z', '2026-06-03T23:30:00Z')] },
    today: '2026-06-04',
    expected: { dueOn: '2026-06-10' },
  },
  // Pauses.
  {
    name: 'a document asked for and not there: the days stand still',
    facts: { documents: [asked('2026-06-03T10:00:00Z')] },
    today: '2026-06-30',
    expected: { daysLeft: 4 },
  },
  {
    name: 'asked for on the day on which the step came',
    facts: { documents: [asked('2026-06-01T15:00:00Z')] },
    today: '2026-06-20',
    expected: { daysLeft: 5 },
  },
  {
    name: 'a document that came two days later',
    facts: { documents: [asked('2026-06-03T10:00:00Z', '2026-06-05T10:00:00Z')] },
    today: '2026-06-05',
    expected: { dueOn: '2026-06-10' },
  },
  {
    name: 'a document that came on the same day takes nothing',
    facts: { documents: [asked('2026-06-03T08:00:00Z', '2026-06-03T17:00:00Z')] },
    today: '2026-06-05',
    expected: { dueOn: '2026-06-08' },
  },
  {
    name: 'a pause over a weekend takes its working days only',
    facts: { documents: [asked('2026-06-05T10:00:00Z', '2026-06-08T10:00:00Z')] },
    today: '2026-06-08',
    expected: { dueOn: '2026-06-09' },
  },
  {
    name: 'several pauses add up',
    facts: {
      documents: [
        asked('2026-06-02T10:00:00Z', '2026-06-03T10:00:00Z'),
        asked('2026-06-05T10:00:00Z', '2026-06-09T10:00:00Z'),
      ],
    },
    today: '2026-06-09',
    expected: { dueOn: '2026-06-11' },
  },
  {
    name: 'pauses that lie over each other count once',
    facts: {
      documents: [
        asked('2026-06-02T10:00:00Z', '2026-06-04T10:00:00Z'),
        asked('2026-06-03T10:00:00Z', '2026-06-05T10:00:00Z'),
      ],
    },
    today: '2026-06-05',
    expected: { dueOn: '2026-06-11' },
  },
  {
    name: 'one of two documents is there: it still stands',
    facts: {
      documents: [
        asked('2026-06-03T10:00:00Z', '2026-06-04T10:00:00Z'),
        asked('2026-06-03T10:00:00Z'),
      ],
    },
    today: '2026-06-12',
    expected: { daysLeft: 4 },
  },
  {
    name: 'late already when the document is asked for',
    facts: { documents: [asked('2026-06-11T10:00:00Z')] },
    today: '2026-06-30',
    expected: { daysLeft: -2 },
  },
  {
    name: 'late when it was asked for: goes on as late as it was',
    facts: { documents: [asked('2026-06-11T10:00:00Z', '2026-06-18T10:00:00Z')] },
    today: '2026-06-18',
    // Three days late on the 18th: of the 9th, the 10th and the 18th.
    expected: { dueOn: '2026-06-15' },
  },
  {
    name: 'on hold by the administrator, and resumed',
    facts: {
      changes: [
        change('request', 'NOUVEAU', 'EN_ATTENTE', '2026-06-02T10:00:00Z'),
        change('request', 'EN_ATTENTE', 'NOUVEAU', '2026-06-04T10:00:00Z'),
      ],
    },
    today: '2026-06-04',
    expected: { dueOn: '2026-06-10' },
  },
  {
    name: 'on hold now',
    facts: {
      requestStatus: 'EN_ATTENTE',
      changes: [change('request', 'NOUVEAU', 'EN_ATTENTE', '2026-06-02T10:00:00Z')],
    },
    today: '2026-06-10',
    expected: { daysLeft: 5 },
  },
  {
    name: 'blocked now',
    facts: {
      status: 'BLOCKED',
      changes: [change('step', 'ASSIGNED', 'BLOCKED', '2026-06-04T10:00:00Z')],
    },
    today: '2026-06-10',
    expected: { daysLeft: 3 },
  },
  {
    name: 'blocked and at work again',
    facts: {
      status: 'IN_PROGRESS',
      changes: [
        change('step', 'ASSIGNED', 'BLOCKED', '2026-06-04T10:00:00Z'),
        change('step', 'BLOCKED', 'IN_PROGRESS', '2026-06-08T10:00:00Z'),
        change('step', 'IN_PROGRESS', 'IN_PROGRESS', '2026-06-09T10:00:00Z'),
      ],
    },
    today: '2026-06-09',
    expected: { dueOn: '2026-06-10' },
  },
  {
    name: 'said to be blocked twice: since the first time',
    facts: {
      status: 'BLOCKED',
      changes: [
        change('step', 'ASSIGNED', 'BLOCKED', '2026-06-03T10:00:00Z'),
        change('step', 'BLOCKED', 'BLOCKED', '2026-06-05T10:00:00Z'),
      ],
    },
    today: '2026-06-10',
    expected: { daysLeft: 4 },
  },
  {
    name: 'blocked without a line of history: since it came',
    facts: { status: 'BLOCKED' },
    today: '2026-06-10',
    expected: { daysLeft: 5 },
  },
  {
    name: 'blocked, and its request goes on: still blocked since the first time',
    facts: {
      status: 'BLOCKED',
      changes: [
        change('step', 'ASSIGNED', 'BLOCKED', '2026-06-04T10:00:00Z'),
        change('request', 'NOUVEAU', 'ENTAME', '2026-06-05T10:00:00Z'),
        { of: 'step', from: 'BLOCKED', to: null, at: at('2026-06-08T10:00:00Z') },
      ],
    },
    today: '2026-06-10',
    expected: { daysLeft: 3 },
  },
  // Nobody has it in hand.
  { name: 'handled', facts: { status: 'PROCESSED' }, today: '2026-06-30', expected: {} },
  { name: 'rejected', facts: { status: 'REJECTED' }, today: '2026-06-30', expected: {} },
  { name: 'given up', facts: { status: 'DECLINED' }, today: '2026-06-30', expected: {} },
  {
    name: 'its person erased, the request with them',
    facts: { requestStatus: 'SUPPRIME' },
    today: '2026-06-30',
    expected: {},
  },
  {
    name: 'its turn has not come',
    facts: { status: 'NOT_STARTED', assignedAt: null },
    today: '2026-06-30',
    expected: {},
  },
  {
    name: 'nobody knows since when',
    facts: { assignedAt: null },
    today: '2026-06-30',
    expected: {},
  },
];

describe('the clock of a step', () => {
  it.each(cases)('$name', ({ facts, today, expected }) => {
    expect(stepDeadline({ ...base, ...facts }, holidays, today)).toEqual({
      dueOn: null,
      daysLeft: null,
      ...expected,
    });
  });

  it('says the same day whenever it is looked at, as long as nothing happens', () => {
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
  ] as const)('from %s to %s are %i', (from, to, count) => {
    expect(workingDaysBetween(from, to, holidays)).toBe(count);
  });

  it.each([
    ['2026-06-05', 1, '2026-06-08'],
    ['2026-06-05', 0, '2026-06-05'],
    ['2026-06-07', 0, '2026-06-05'],
    ['2026-06-10', -3, '2026-06-05'],
  ] as const)('from %s with %i left is %s', (today, left, day) => {
    expect(workingDayAt(today, left, holidays)).toBe(day);
    expect(workingDaysBetween(today, day, holidays)).toBe(left);
  });
});
