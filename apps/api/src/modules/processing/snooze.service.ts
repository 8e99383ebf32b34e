import { dayOf, longestSnooze, type BodyOf, type Endpoints } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { ActDeps } from '../../events/act.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { plusDays } from '../../rules/working-days.ts';
import { requireAtWork, withLockedStep } from './locked-step.ts';
import { processingRepository } from './processing.repository.ts';

/** Files that their organisation puts off until a day. Their deadlines go on. */
export function snoozeService(deps: ActDeps) {
  return {
    /**
     * Takes a file out of the lists of work until a day, or changes that day.
     * @throws ApiError NOT_FOUND, FORBIDDEN, STEP_CLOSED, REQUEST_ON_HOLD, STATE_CONFLICT; INVALID_INPUT for a day that
     * is not later than today, or too late
     */
    async snooze(
      actor: Actor,
      stepId: number,
      { until, reason }: BodyOf<Endpoints['snoozeStep']>,
    ): Promise<{ success: true }> {
      await withLockedStep(deps, actor, stepId, {}, async (locked) => {
        requireAtWork(locked);
        const { act, requestId } = locked;
        const today = dayOf(act.now);
        if (until <= today || until > plusDays(today, longestSnooze))
          throw invalidField('until', 'invalid');
        await processingRepository(act.tx).setSnooze(stepId, { until, reason });
        act.record({ type: 'step.snoozed', requestId, stepId, until });
      });
      return { success: true };
    },

    /** Brings a file back. @throws ApiError NOT_FOUND, FORBIDDEN */
    async wake(actor: Actor, stepId: number): Promise<{ success: true }> {
      await withLockedStep(deps, actor, stepId, {}, async ({ act, agent, requestId }) => {
        if (agent === null) throw new ApiError('FORBIDDEN');
        if (await processingRepository(act.tx).setSnooze(stepId, null))
          act.record({ type: 'step.woken', requestId, stepId });
      });
      return { success: true };
    },
  };
}
