import type { StepStatus } from '@wasl/contracts';

import type { Act } from '../../events/act.ts';
import { removeNotices } from '../notices/index.ts';
import { processingRepository } from './processing.repository.ts';

interface BlockedStep {
  readonly id: number;
  readonly status: StepStatus;
  readonly percent: number;
}

/** Unblocks a step that awaits no document any more: it is in progress again, and its clock runs. */
export async function unblock(
  act: Act,
  requestId: number,
  { id: stepId, status, percent }: BlockedStep,
): Promise<void> {
  const next = 'IN_PROGRESS';
  await processingRepository(act.tx).resume(stepId, next);
  // These notices show the step as blocked.
  await removeNotices(act.tx).unread(['PROGRESS'], [stepId]);
  act.record({ type: 'step.statusChanged', requestId, stepId, from: status, to: next, percent });
}
