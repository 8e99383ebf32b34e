import { takeBackSeconds, type RequestStatus } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inAct, type Act } from '../../events/act.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { statusesWithOrganisations } from '../../policies/request-actions.ts';
import { removeNotices } from '../notices/index.ts';
import {
  lockKeyOf,
  recalculateRequest,
  requestWrites,
  routingRepository,
} from '../requests/index.ts';
import { declinesRepository } from './declines.repository.ts';
import { processingRepository } from './processing.repository.ts';

/** A request whose steps are all duplicates is processed. */
const undoneIn: readonly RequestStatus[] = [...statusesWithOrganisations, 'DEMANDE_TRAITE'];

/** Undoes the declining of a step while no other person has acted on it. */
export function declinesService(deps: Pick<Deps, 'db' | 'clock' | 'mail' | 'log'>) {
  const { db, mail, log } = deps;
  return {
    /**
     * The step is at its organisation as before, and the step of the next organisation is deleted.
     * @throws ApiError NOT_FOUND; UNDO_TOO_LATE after ten minutes, or when somebody has acted since
     */
    async takeBack(actor: Actor, stepId: number): Promise<{ success: true }> {
      const found = await declinesRepository(db).of(actor, stepId);
      if (found === undefined) throw new ApiError('NOT_FOUND');
      const { requestId } = found;
      const takeBack = async (act: Act): Promise<void> => {
        const { tx } = act;
        const status = await requestWrites(tx).lock(requestId);
        const declined = await declinesRepository(tx).of(actor, stepId);
        if (status === undefined || declined === undefined) throw new ApiError('NOT_FOUND');
        const { from, percent, routed, sinceSeconds } = declined;
        const isActedOn = routed.some(({ isTouched }) => isTouched);
        if (sinceSeconds >= takeBackSeconds || isActedOn || !undoneIn.includes(status))
          throw new ApiError('UNDO_TOO_LATE');
        const routedIds = routed.map(({ id }) => id);
        await mail.withdrawAssigned(tx, routedIds);
        await routingRepository(tx).withdraw(routedIds);
        await declinesRepository(tx).restore(stepId, declined);
        await removeNotices(tx).unread(['PASSED_ON', 'DUPLICATE'], [stepId]);
        // It named the other request.
        if (status === 'DEMANDE_TRAITE')
          await requestWrites(tx).set(requestId, { observation: null });
        const repository = processingRepository(tx);
        const step = await repository.stepView(stepId);
        act.record({
          type: 'step.takenAgain',
          request: await repository.mailedRequest(requestId),
          step,
          organisation: step.partner,
          to: from,
          percent,
        });
        await recalculateRequest(act, requestId, { isOwnerNotified: true });
      };
      await inAct(deps, actor, takeBack, { queue: lockKeyOf(requestId) });
      log.info({ event: 'step.decline_undone', userId: actor.userId, stepId });
      return { success: true };
    },
  };
}
