import type { StepStatus } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { vacantSteps, withoutRefusals, type Offer, type Replaceable } from './routing.ts';

const offer = (partnerId: number): Offer => ({ partnerId, coversArea: true, openSteps: 0 });

describe('organisations that can be asked again', () => {
  const offers = new Map([
    [10, [offer(1), offer(2)]],
    [11, [offer(1)]],
  ]);
  const left = (steps: { titleItemId: number; partnerId: number; status: StepStatus }[]) =>
    [...withoutRefusals(offers, steps)].map(([service, list]) => [
      service,
      list.map(({ partnerId }) => partnerId),
    ]);

  it('are all organisations while none has declined', () => {
    const rejected = { titleItemId: 10, partnerId: 1, status: 'REJECTED' } as const;
    expect(left([rejected])).toEqual([
      [10, [1, 2]],
      [11, [1]],
    ]);
  });
  it('are the organisations that have not declined this service', () => {
    expect(left([{ titleItemId: 10, partnerId: 1, status: 'DECLINED' }])).toEqual([
      [10, [2]],
      [11, [1]],
    ]);
  });
  it('are not confused for service 1 of organisation 11 and service 11 of organisation 1', () => {
    expect(left([{ titleItemId: 1, partnerId: 11, status: 'DECLINED' }])).toEqual([
      [10, [1, 2]],
      [11, [1]],
    ]);
  });
});

describe('declined steps without a replacement', () => {
  const step = (
    position: number,
    titleItemId: number,
    status: StepStatus = 'DECLINED',
    taskDefId: number | null = null,
  ): Replaceable => ({ position, titleItemId, taskDefId, status });
  const positions = (
    steps: Replaceable[],
    services: number[],
    tasks: number[] | null = null,
  ): number[] =>
    vacantSteps({
      steps,
      services: services.map((itemId) => ({ itemId })),
      journeyDef: tasks === null ? null : { taskDefs: tasks.map((id) => ({ id })) },
    }).map(({ position }) => position);

  it('include declined steps only', () => {
    expect(positions([step(0, 10), step(1, 11, 'REJECTED')], [10, 11])).toEqual([0]);
  });
  it('exclude the steps of a service, or a task, that is no longer requested', () => {
    expect(positions([step(0, 10)], [11])).toEqual([]);
    expect(positions([step(0, 10, 'DECLINED', 5)], [10], [6])).toEqual([]);
    expect(positions([step(0, 10, 'DECLINED', 5)], [10], null)).toEqual([]);
    expect(positions([step(0, 10, 'DECLINED', 5)], [], [6, 5])).toEqual([0]);
  });
  it('exclude declined steps with a later step for the same service', () => {
    expect(positions([step(0, 10), step(1, 10, 'ASSIGNED')], [10])).toEqual([]);
    // Of two declined steps the last is vacant; an earlier step is no replacement.
    expect(positions([step(0, 10), step(1, 10)], [10])).toEqual([1]);
    expect(positions([step(0, 10, 'PROCESSED'), step(1, 10)], [10])).toEqual([1]);
  });
  it('are not replaced by another service, or another task of the same service', () => {
    expect(positions([step(0, 10), step(1, 11, 'ASSIGNED')], [10, 11])).toEqual([0]);
    const tasks = [step(0, 10, 'DECLINED', 5), step(1, 10, 'ASSIGNED', 6)];
    expect(positions(tasks, [], [5, 6])).toEqual([0]);
  });
});
