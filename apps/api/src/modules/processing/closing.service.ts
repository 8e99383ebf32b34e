import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { writeNotices } from '../notices/index.ts';
import {
  requestMails,
  requestWrites,
  settleRequest,
  turnOf,
  type HistoryLine,
} from '../requests/index.ts';
import { closingRepository, type OpenedRow } from './closing.repository.ts';
import { processingRepository } from './processing.repository.ts';
import { whyClosingStands } from './rules/taking-back.ts';

/** Takes the closing of a step back while nobody has acted on it. */
export function closingService({
  db,
  clock,
  mail,
  log,
}: Pick<Deps, 'db' | 'clock' | 'mail' | 'log'>) {
  /** Whoever was told that their turn has come is told that it has not; what they have not read yet is taken away. */
  async function closeAgain(
    tx: Db,
    requestId: number,
    opened: readonly OpenedRow[],
  ): Promise<void> {
    if (opened.length === 0) return;
    const stepIds = opened.map(({ id }) => id);
    const notices = writeNotices(tx);
    await closingRepository(tx).closeAgain(stepIds);
    await mail.withdrawAssigned(tx, stepIds);
    await notices.untold(['ASSIGNED', 'NEW_STEP'], stepIds);
    for (const { id: stepId, partnerId } of opened)
      await notices.toStepAgents({ partnerId, assigneeId: null }, 'TURN_TAKEN_BACK', {
        requestId,
        stepId,
      });
  }

  return {
    /** @throws ApiError NOT_FOUND; STATE_CONFLICT for a step that is not closed; CLOSING_STANDS, with why */
    async takeBack(actor: Actor, stepId: number): Promise<{ success: true }> {
      const requestId = await processingRepository(db).requestIdOf(actor, stepId);
      if (requestId === undefined) throw new ApiError('NOT_FOUND');
      const inOneTransaction = async (tx: Db): Promise<void> => {
        const now = clock.now();
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
        await closeAgain(tx, requestId, opened);
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
        await requestWrites(tx).record(actor, lines, now);
        const repository = processingRepository(tx);
        const { partner, titleItem } = await repository.stepView(stepId);
        const request = await repository.mailedRequest(requestId);
        // A mail said that the request is handled, and asked for a rating.
        const isMailed = requestStatus === 'DEMANDE_TRAITE';
        await requestMails(tx, mail).reopened(request, { id: stepId, titleItem }, partner, {
          isMailed,
        });
        await settleRequest(tx, mail, requestId, actor, now, { isOwnerTold: true });
      };
      await inTransaction(db, inOneTransaction, { turn: turnOf(requestId) });
      log.info({ event: 'closing taken back', userId: actor.userId, stepId });
      return { success: true };
    },
  };
}
