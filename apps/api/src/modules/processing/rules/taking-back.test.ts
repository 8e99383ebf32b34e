import { takeBackSeconds } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import {
  secondsToTakeBack,
  finalClosingReason,
  type ClosingFacts,
  type OpenedStep,
} from './taking-back.ts';

const justClosed: ClosingFacts = {
  requestStatus: 'ENTAME',
  from: 'IN_PROGRESS',
  closedForSeconds: 5,
  isRated: false,
  opened: [],
};
const untouched: OpenedStep = { status: 'ASSIGNED', hasOwner: false, isTouched: false };

describe('whether a closing can be undone', () => {
  it.each<[string, Partial<ClosingFacts>, ReturnType<typeof finalClosingReason>]>([
    ['of a moment ago', {}, null],
    ['of a request that it handled', { requestStatus: 'DEMANDE_TRAITE' }, null],
    ['of a step that was only assigned', { from: 'ASSIGNED' }, null],
    ['of a step that was blocked', { from: 'BLOCKED' }, null],
    ['that opened a step without any changes', { opened: [untouched] }, null],
    ['in its last second', { closedForSeconds: takeBackSeconds - 0.001 }, null],
    ['after ten minutes', { closedForSeconds: takeBackSeconds }, 'late'],
    ['of another release', { from: null }, 'late'],
    ['at an unknown time', { closedForSeconds: null }, 'late'],
    ['of a request on hold', { requestStatus: 'EN_ATTENTE' }, 'request'],
    ['of a request that was withdrawn', { requestStatus: 'RETIREE' }, 'request'],
    ['of a request that was sent back', { requestStatus: 'A_REFOURMULER' }, 'request'],
    ['of a draft', { requestStatus: 'EN_COURS_DE_CREATION' }, 'request'],
    ['that the person has rated', { isRated: true }, 'rated'],
    ['whose next step is taken', { opened: [{ ...untouched, hasOwner: true }] }, 'others'],
    [
      'on whose next step somebody wrote',
      { opened: [{ ...untouched, isTouched: true }] },
      'others',
    ],
    ...(['IN_PROGRESS', 'BLOCKED', 'PROCESSED', 'DECLINED', 'REJECTED'] as const).map(
      (status) =>
        [
          `whose next step is ${status}`,
          { opened: [untouched, { ...untouched, status }] },
          'others',
        ] as [string, Partial<ClosingFacts>, 'others'],
    ),
  ])('returns the reason for a closing %s', (_, facts, expected) => {
    expect(finalClosingReason({ ...justClosed, ...facts })).toBe(expected);
  });

  const processedAt = new Date('2026-11-24T10:00:00Z');
  const step = { status: 'PROCESSED', closedFromStatus: 'IN_PROGRESS', processedAt } as const;
  it.each([
    ['at once', step, '10:00:00', 600],
    ['after a minute', step, '10:01:00', 540],
    ['in its last second', step, '10:09:59', 1],
    ['after ten minutes', step, '10:10:00', null],
    ['before its time, by a clock that is behind', step, '09:59:00', 600],
    ['of another release', { ...step, closedFromStatus: null }, '10:00:00', null],
    ['at an unknown time', { ...step, processedAt: null }, '10:00:00', null],
    ['that is none', { ...step, status: 'IN_PROGRESS' as const }, '10:00:00', null],
  ])('returns the seconds left for a closing %s', (_, one, time, seconds) => {
    expect(secondsToTakeBack(one, new Date(`2026-11-24T${time}Z`))).toBe(seconds);
  });
});
