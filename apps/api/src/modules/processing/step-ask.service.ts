import { settableStepStatuses, type SettableStepStatus, type StepStatus } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { ActDeps } from '../../events/act.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { withLockedStep } from './locked-step.ts';
import { processingRepository } from './processing.repository.ts';
import type { DocumentType } from './locked-step.repository.ts';
import { nextState, notAwaited, writeProgress } from './step-progress.ts';

/** Asking for a document starts an assigned step. */
const statusAsking = (status: StepStatus): SettableStepStatus =>
  settableStepStatuses.find((settable) => settable === status) ?? 'IN_PROGRESS';

/** Asks for documents on a step outside of its form. All other values stay. */
export function stepAskService(deps: ActDeps) {
  return {
    /**
     * Asks for documents by the rules of an update. It skips documents that the step awaits already or that have the
     * same key.
     * @param documents types that the step's organisation may ask for
     * @throws ApiError FORBIDDEN for an agent whose access has ended; NOT_FOUND, STEP_FULLY_CLAIMED, STEP_CLOSED,
     * REQUEST_ON_HOLD, STATE_CONFLICT
     */
    async ask(
      actor: Actor,
      stepId: number,
      documents: readonly DocumentType[],
      clientKey: string,
    ): Promise<void> {
      await withLockedStep(deps, actor, stepId, {}, async (locked) => {
        if (locked.agent === null) throw new ApiError('FORBIDDEN');
        if (await processingRepository(locked.act.tx).isAskedBy(stepId, clientKey)) return;
        const { status, percent } = locked.step;
        const next = nextState(locked, locked.step, { status: statusAsking(status), percent });
        const added = notAwaited(locked, documents);
        if (added.length === 0) return;
        await writeProgress(locked, actor, { next, entries: [], added, clientKey });
      });
    },
  };
}
