import type { DomainEvent } from '../../events/domain-events.ts';
import type { RequestProcess, StepRow } from './routing.repository.ts';

/** That these steps of a request were closed and nothing more is done on them. */
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
