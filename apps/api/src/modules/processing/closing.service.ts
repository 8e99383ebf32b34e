import type { Actor } from '../../platform/auth/actor.ts';
import { inAct, type Act } from '../../events/act.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { removeNotices } from '../notices/index.ts';
import {
  requestWrites,
  routingRepository,
  recalculateRequest,
  lockKeyOf,
} from '../requests/index.ts';
import { closingRepository, type OpenedRow } from './closing.repository.ts';
import { processingRepository } from './processing.repository.ts';
import { finalClosingReason } from './rules/taking-back.ts';

/** Undoes the closing of a step while no other person has acted on it. */
export function closingService(deps: Pick<Deps, 'db' | 'clock' | 'mail' | 'log'>) {
  const { db, mail, log } = deps;
  /** Notifies the agents of these steps that the steps wait again, and withdraws unread notices and unsent mails. */
  async function closeAgain(
    act: Act,
    requestId: number,
    opened: readonly OpenedRow[],
  ): Promise<void> {
    if (opened.length === 0) return;
    const stepIds = opened.map(({ id }) => id);
    const { tx } = act;
    await closingRepository(tx).closeAgain(stepIds);
    await mail.withdrawAssigned(tx, stepIds);
    await removeNotices(tx).unread(['ASSIGNED', 'NEW_STEP'], stepIds);
    const agents = await routingRepository(tx).agentsOf(opened.map(({ partnerId }) => partnerId));
    for (const step of opened)
      act.record({ type: 'step.turnTakenBack', request: { id: requestId }, step, agents });
  }

  return {
    /** @throws ApiError NOT_FOUND; STATE_CONFLICT for a step that is not closed; CLOSING_STANDS, with the reason */
    async takeBack(actor: Actor, stepId: number): Promise<{ success: true }> {
      const requestId = await processingRepository(db).requestIdOf(actor, stepId);
      if (requestId === undefined) throw new ApiError('NOT_FOUND');
      const takeBack = async (act: Act): Promise<void> => {
        const { tx } = act;
        const requestStatus = await requestWrites(tx).lock(requestId);
        // Checked again under the lock: the request may have gone back to its author meanwhile.
        if ((await processingRepository(tx).requestIdOf(actor, stepId)) === undefined)
          throw new ApiError('NOT_FOUND');
        const closing = await closingRepository(tx).of(stepId);
        if (requestStatus === undefined || closing === undefined) throw new ApiError('NOT_FOUND');
        if (closing.status !== 'PROCESSED') throw new ApiError('STATE_CONFLICT');
        const { from, fromPercent: percent, opened } = closing;
        const because = finalClosingReason({ ...closing, requestStatus });
        if (because !== null || from === null)
          throw new ApiError('CLOSING_STANDS', { details: { because } });

        await closingRepository(tx).reopen(stepId, { from, percent });
        const repository = processingRepository(tx);
        const step = await repository.stepView(stepId);
        // Removes the person's unread notices about the closing.
        await removeNotices(tx).unread(['PROGRESS'], [stepId]);
        act.record({
          type: 'step.reopened',
          request: await repository.mailedRequest(requestId),
          step,
          organisation: step.partner,
          to: from,
          percent,
          // A mail had announced the end of the request and asked for a rating.
          isMailed: requestStatus === 'DEMANDE_TRAITE',
        });
        await closeAgain(act, requestId, opened);
        await recalculateRequest(act, requestId, { isOwnerNotified: true });
      };
      await inAct(deps, actor, takeBack, { queue: lockKeyOf(requestId) });
      log.info({ event: 'step.closing_undone', userId: actor.userId, stepId });
      return { success: true };
    },
  };
}
