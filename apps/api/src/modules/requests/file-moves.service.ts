import {
  administratorActsRepository,
  type AdministratorWord,
} from '../../platform/database/administrator-acts.repository.ts';
import { inAct, type Act } from '../../events/act.ts';
import { administrator } from '../../events/author.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { isClosed } from '../../rules/step-transitions.ts';
import { giveAway, recordAct, type RequestAdministrationDeps } from './administration.service.ts';
import { fileMovesRepository, type FileMove } from './file-moves.repository.ts';
import { isOpenFile } from './open-files.repository.ts';
import { requestWrites } from './request-writes.repository.ts';
import { routingRepository } from './routing.repository.ts';

/** Requests of one call: a page waits for it, and another administrator may stop in between. */
const batchSize = 20;

/** The act without news for the agents of one organisation, who get one mail at the end. */
const quietFor = (act: Act, partnerId: number): Act => ({
  ...act,
  record: (...events) => {
    act.record(
      ...events.map((event) =>
        (event.type === 'step.routed' || event.type === 'step.turnCame') &&
        event.step.partnerId === partnerId
          ? { ...event, agents: [] }
          : event,
      ),
    );
  },
});

/**
 * Moves every open file of an organisation to another one, in calls of a bounded size. A move that was interrupted
 * continues, and two administrators at once move every file once.
 */
export function fileMoves(deps: RequestAdministrationDeps) {
  const { db, clock } = deps;

  /** Moves the open steps of one request, unless somebody moved or closed them meanwhile. */
  async function moveFile(
    { id: moveId, fromId, toId }: FileMove,
    id: number,
    word: AdministratorWord,
  ) {
    await inAct(deps, administrator, async (open) => {
      const act = quietFor(open, toId);
      const { tx, now } = act;
      const status = await requestWrites(tx).lock(id);
      if (status === undefined || !isOpenFile(status)) return;
      const routing = routingRepository(tx);
      let steps = 0;
      for (;;) {
        const request = await routing.process(id);
        const step = request.steps.find((one) => one.partnerId === fromId && !isClosed(one.status));
        if (step === undefined) break;
        if (steps === 0) await recordAct(tx, 'STEP_REASSIGNED', request, word, now);
        await giveAway(act, request, step, toId);
        await act.flush();
        steps += 1;
      }
      if (steps > 0) await fileMovesRepository(tx).add(moveId, steps);
    });
  }

  /** Ends a move, once: one act, and one mail for each agent who received files. */
  async function finish({ id, fromId, toId }: FileMove, word: AdministratorWord): Promise<void> {
    await inAct(deps, administrator, async (act) => {
      const { tx, now } = act;
      const moved = fileMovesRepository(tx);
      const steps = await moved.finish(id, now);
      if (steps === null || steps === 0) return;
      act.record({
        type: 'steps.filed',
        agents: await routingRepository(tx).agentsOf([toId]),
        count: steps,
        numRequest: '',
        service: undefined,
        byId: null,
      });
      const { by, reason } = word;
      const title = await moved.title(toId);
      const actWord = { by, reason: reason === null ? title : `${title}: ${reason}` };
      await administratorActsRepository(tx).record(
        'FILES_MOVED',
        { partnerId: fromId },
        actWord,
        now,
      );
    });
  }

  return {
    /**
     * Moves the next files.
     * @returns the files moved by this call and those that are left; call again until none is left
     * @throws ApiError NOT_FOUND. INVALID_INPUT at `to` for itself, and for an organisation that is not approved or has
     * no agent. STATE_CONFLICT while the files go to another organisation.
     */
    async next(
      fromId: number,
      toId: number,
      word: AdministratorWord,
    ): Promise<{ moved: number; left: number }> {
      const moves = fileMovesRepository(db);
      if (!(await moves.isKnown(fromId))) throw new ApiError('NOT_FOUND');
      if (fromId === toId) throw invalidField('to', 'invalid');
      if (!(await moves.isAttended(toId))) throw invalidField('to', 'unattended');
      const running = await moves.running(fromId);
      if (running !== null && running.toId !== toId) {
        if (await moves.isAttended(running.toId)) throw new ApiError('STATE_CONFLICT');
        await finish(running, word);
      }
      const move = await moves.begin(fromId, toId, clock.now());
      if (move.toId !== toId) throw new ApiError('STATE_CONFLICT');
      const files = await moves.files(fromId, batchSize);
      for (const id of files) await moveFile(move, id, word);
      const left = await moves.count(fromId);
      if (left === 0) await finish(move, word);
      return { moved: files.length, left };
    },
  };
}
