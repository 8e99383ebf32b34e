import type { RequestStatus, StepStatus } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import {
  requestPercent,
  requestStatusFromSteps,
  statusAfterChange,
  stepsToAssign,
  type OrderedStep,
} from './request-progress.ts';

const of = (...statuses: StepStatus[]) => statuses.map((status) => ({ status }));
/** A step that another request of the person does. */
const duplicate = { status: 'DECLINED', duplicateOf: {}, percent: 0 } as const;

describe('the status of a request', () => {
  it.each<[StepStatus[], boolean, RequestStatus]>([
    [[], true, 'EN COURS DE QUALIFICATION'],
    [['ASSIGNED'], false, 'NOUVEAU'],
    [['ASSIGNED', 'NOT_STARTED'], false, 'NOUVEAU'],
    [['ASSIGNED'], true, 'EN COURS DE QUALIFICATION'],
    [['IN_PROGRESS', 'ASSIGNED'], false, 'ENTAME'],
    [['IN_PROGRESS'], true, 'ENTAME'],
    [['PROCESSED', 'ASSIGNED'], false, 'ENTAME'],
    [['PROCESSED'], true, 'ENTAME'],
    [['BLOCKED'], false, 'ENTAME'],
    [['BLOCKED'], true, 'ENTAME'],
    [['BLOCKED', 'ASSIGNED'], false, 'ENTAME'],
    [['BLOCKED', 'PROCESSED'], false, 'ENTAME'],
    [['BLOCKED', 'IN_PROGRESS'], false, 'ENTAME'],
    [['PROCESSED', 'PROCESSED'], false, 'DEMANDE_TRAITE'],
    [['PROCESSED', 'REJECTED'], false, 'DEMANDE_TRAITE'],
    [['REJECTED', 'ASSIGNED'], false, 'NOUVEAU'],
    [['REJECTED'], false, 'EN COURS DE QUALIFICATION'],
  ])('for steps %j and unrouted %s is %s', (statuses, hasUnrouted, expected) => {
    expect(requestStatusFromSteps(of(...statuses), hasUnrouted)).toBe(expected);
  });
});

describe('a request with steps that other requests do', () => {
  const live = { status: 'ASSIGNED', percent: 0 } as const;
  const declined = { status: 'DECLINED', duplicateOf: null, percent: 0 } as const;
  it.each([
    [[duplicate], false, 'DEMANDE_TRAITE', 100],
    [[duplicate, declined], false, 'DEMANDE_TRAITE', 100],
    [[duplicate], true, 'EN COURS DE QUALIFICATION', 100],
    [[duplicate, live], false, 'NOUVEAU', 0],
    [[declined], false, 'EN COURS DE QUALIFICATION', 0],
  ] as const)('%j, unrouted %s, is %s at %d percent', (steps, hasUnrouted, status, percent) => {
    expect(requestStatusFromSteps(steps, hasUnrouted)).toBe(status);
    expect(requestPercent(steps, 0)).toBe(percent);
  });
});

describe('the status after a change of a step', () => {
  it.each<[StepStatus[], RequestStatus]>([
    [['BLOCKED'], 'ENTAME'],
    [['PROCESSED'], 'DEMANDE_TRAITE'],
    [['ASSIGNED'], 'NOUVEAU'],
  ])('with %j is %s, unless the request is on hold or withdrawn', (steps, status) => {
    for (const before of ['NOUVEAU', 'EN COURS DE QUALIFICATION', 'ENTAME'] as const)
      expect(statusAfterChange(before, of(...steps), false)).toBe(status);
    expect(statusAfterChange('EN_ATTENTE', of(...steps), false)).toBe('EN_ATTENTE');
    expect(statusAfterChange('RETIREE', of(...steps), false)).toBe('RETIREE');
  });
});

describe('the percent of a request', () => {
  const at = (...percents: number[]) =>
    percents.map((percent) => ({
      status: percent === 100 ? ('PROCESSED' as const) : ('IN_PROGRESS' as const),
      percent,
    }));
  it.each([
    [at(), 0, 0],
    [at(50), 0, 50],
    [at(100, 0), 0, 50],
    [at(100, 100, 0), 0, 67],
    [at(100, 95, 100, 100, 100, 100, 100, 100, 100, 100, 100), 0, 99],
    [at(100, 100), 0, 100],
    [at(100), 1, 50],
  ])('for steps %j with %d unrouted is %d', (steps, unrouted, expected) => {
    expect(requestPercent(steps, unrouted)).toBe(expected);
  });
  it('ignores rejected steps', () => {
    expect(requestPercent([...at(60), { status: 'REJECTED', percent: 0 }], 0)).toBe(60);
  });
});

describe('the next step', () => {
  const step = (position: number, status: StepStatus, runsInParallel = false) => ({
    id: position + 1,
    position,
    status,
    runsInParallel,
    isAttended: true,
  });
  const positionsToAssign = (...steps: OrderedStep[]) =>
    stepsToAssign(steps).map((s) => s.position);

  it('is the step after a processed step, and no later step', () => {
    expect(
      positionsToAssign(step(0, 'PROCESSED'), step(1, 'NOT_STARTED'), step(2, 'NOT_STARTED')),
    ).toEqual([1]);
  });
  it('is absent while the previous step is open', () => {
    for (const status of ['ASSIGNED', 'IN_PROGRESS', 'BLOCKED'] as const)
      expect(positionsToAssign(step(0, status), step(1, 'NOT_STARTED'))).toEqual([]);
  });
  it('also waits for a parallel task before it', () => {
    expect(
      positionsToAssign(step(0, 'PROCESSED'), step(1, 'ASSIGNED', true), step(2, 'NOT_STARTED')),
    ).toEqual([]);
  });
  it('is never a step of an organisation without agents', () => {
    const unattended = { ...step(1, 'NOT_STARTED'), isAttended: false };
    expect(positionsToAssign(step(0, 'PROCESSED'), unattended, step(2, 'NOT_STARTED'))).toEqual([]);
    expect(positionsToAssign({ ...unattended, runsInParallel: true })).toEqual([]);
  });
  it('follows the position, whatever the order of the steps', () => {
    expect(
      positionsToAssign(step(2, 'NOT_STARTED'), step(1, 'ASSIGNED'), step(0, 'PROCESSED')),
    ).toEqual([]);
    expect(
      positionsToAssign(step(2, 'NOT_STARTED', true), step(1, 'NOT_STARTED'), step(0, 'PROCESSED')),
    ).toEqual([1, 2]);
  });
  it('continues after a rejected step', () => {
    expect(positionsToAssign(step(0, 'REJECTED'), step(1, 'NOT_STARTED'))).toEqual([1]);
  });
  it('waits for the replacement of a declined step', () => {
    const declined = step(0, 'DECLINED');
    expect(positionsToAssign({ ...declined, isVacant: true }, step(1, 'NOT_STARTED'))).toEqual([]);
    expect(positionsToAssign({ ...declined, isVacant: false }, step(1, 'NOT_STARTED'))).toEqual([
      1,
    ]);
    expect(positionsToAssign(declined, step(1, 'NOT_STARTED'))).toEqual([1]);
  });
  it('does not depend on the order of the steps', () => {
    expect(positionsToAssign(step(1, 'NOT_STARTED'), step(0, 'PROCESSED'))).toEqual([1]);
  });
});
