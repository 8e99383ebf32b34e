import type { Actor } from '../../platform/auth/actor.ts';
import { inAct, type Act } from '../../events/act.ts';
import type { HistoryLine } from '../../events/history.repository.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { removeNotices, writeNotices } from '../notices/index.ts';
import { requestMails, requestWrites, settleRequest, turnOf } from '../requests/index.ts';
import { closingRepository, type OpenedRow } from './closing.repository.ts';
import { processingRepository } from './processing.repository.ts';
import { whyClosingStands } from './rules/taking-back.ts';

/** Takes the closing of a step back while nobody has acted on it. */
export function closingService(deps: Pick<Deps, 'db' | 'clock' | 'mail' | 'log'>) {
  const { db, mail, log } = deps;
  /** Whoever was told that their turn has come is told that it has not; what they have not read yet is taken away. */
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
    for (const { id: stepId, partnerId } of opened)
      await writeNotices(act).toStepAgents({ partnerId, assigneeId: null }, 'TURN_TAKEN_BACK', {
        requestId,
        stepId,
      });
  }

  return {
    /** @throws ApiError NOT_FOUND; STATE_CONFLICT for a step that is not closed; CLOSING_STANDS, with why */
    async takeBack(actor: Actor, stepId: number): Promise<{ success: true }> {
      const requestId = await processingRepository(db).requestIdOf(actor, stepId);
      if (requestId === undefined) throw new ApiError('NOT_FOUND');
      const takeBack = async (act: Act): Promise<void> => {
        const { tx } = act;
        const requestStatus = await requestWrites(tx).lock(requestId);
        // Read again: the request may have gone back to its author while this call waited.
        if ((await processingRepository(tx).requestIdOf(actor, stepId)) === undefined)
          throw new ApiError('NOT_FOUND');
        const closing = await closingRepository(tx).of(stepId);
        if (requestStatus === undefined || closing === undefined) throw new ApiError('NOT_FOUND');
        if (closing.status !== 'PROCESSED') throw new ApiError('STATE_CONFLICT');
        const { from, fromPercent: percent, opened } = closing;
        const because = whyClosingStands({ ...closing, requestStatus });
        if (because !== null || from === null)
          throw new ApiError('CLOSING_STANDS', { details: { because } });

        await closingRepository(tx).reopen(stepId, { from, percent });
        await closeAgain(act, requestId, opened);
        const line = { requestId, kind: 'STEP_STATUS' } as const;
        const lines: HistoryLine[] = [
          { ...line, stepId, fromStatus: 'PROCESSED', toStatus: from, percent },
          ...opened.map(({ id }): HistoryLine => ({
            ...line,
            stepId: id,
            fromStatus: 'ASSIGNED',
            toStatus: 'NOT_STARTED',
            percent: 0,
          })),
        ];
        act.history(lines);
        const repository = processingRepository(tx);
        const { partner, titleItem } = await repository.stepView(stepId);
        const request = await repository.mailedRequest(requestId);
        // A mail said that the request is handled, and asked for a rating.
        const isMailed = requestStatus === 'DEMANDE_TRAITE';
        await requestMails(act).reopened(request, { id: stepId, titleItem }, partner, {
          isMailed,
        });
        await settleRequest(act, requestId, { isOwnerTold: true });
      };
      await inAct(deps, actor, takeBack, { turn: turnOf(requestId) });
      log.info({ event: 'closing taken back', userId: actor.userId, stepId });
      return { success: true };
    },
  };
}
