import type { DomainEvent } from '../../events/domain-events.ts';
import type { RequestProcess, StepRow } from './routing.repository.ts';

/** Returns the events of steps that are closed without further work. */
export function rejected(
  { id: requestId }: Pick<RequestProcess, 'id'>,
  steps: readonly Pick<StepRow, 'id' | 'status' | 'percent'>[],
): DomainEvent[] {
  return steps.map(({ id: stepId, status, percent }) => ({
    type: 'step.statusChanged',
    requestId,
    stepId,
    from: status,
    to: 'REJECTED',
    percent,
  }));
}
