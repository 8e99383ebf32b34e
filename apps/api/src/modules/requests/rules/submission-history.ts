import type { RequestStatus, StepStatus } from '@wasl/contracts';

import type { HistoryLine } from '../../../events/history.repository.ts';

interface Routed {
  readonly id: number;
  readonly status: StepStatus;
  readonly partnerId: number;
}

/** The lines of steps that were given to organisations. */
export function routedLines(requestId: number, steps: readonly Routed[]): HistoryLine[] {
  return steps.map((step) => ({
    requestId,
    kind: 'ROUTED',
    stepId: step.id,
    toStatus: step.status,
    detail: String(step.partnerId),
  }));
}

/**
 * The lines that a submission leaves in the history.
 * @param from the status before it
 * @param status what became of it: NOUVEAU, or what its steps make of it
 */
export function submissionLines(
  requestId: number,
  from: RequestStatus,
  status: RequestStatus,
  steps: readonly Routed[],
): HistoryLine[] {
  const lines: HistoryLine[] = [
    { requestId, kind: 'SUBMITTED', fromStatus: from, toStatus: 'NOUVEAU' },
    ...routedLines(requestId, steps),
  ];
  if (status !== 'NOUVEAU')
    lines.push({ requestId, kind: 'STATUS', fromStatus: 'NOUVEAU', toStatus: status });
  return lines;
}
