import { inTransaction, type Db } from '../../platform/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { canAssign } from '../../policies/request-actions.ts';
import { administrationRepository } from './administration.repository.ts';
import { newRequests, stepsOfPlan } from './new-requests.repository.ts';
import { requestMails } from './request-mails.ts';
import { administrator, requestWrites } from './request-writes.repository.ts';
import { findService, routingRepository, type StepRow } from './routing.repository.ts';
import { routedLines } from './rules/submission-history.ts';
import { isClosed, isLive } from './rules/step-transitions.ts';
import { vacantSteps } from './rules/routing.ts';
import { sendBackLocked } from './send-back.ts';
import { settleRequest } from './settle.ts';
import { listUnrouted, type UnroutedRequest } from './unrouted.service.ts';

export type RequestAdministrationDeps = Pick<Deps, 'db' | 'clock' | 'mail'>;

/** What administrators do with requests, by script (there is no administrator role in the portal). */
export function requestAdministration({ db, clock, mail }: RequestAdministrationDeps) {
  const repository = administrationRepository(db);

  async function requestIdOf(numRequest: string): Promise<number> {
    const id = await repository.requestIdOf(numRequest);
    if (id === undefined) throw new ApiError('NOT_FOUND');
    return id;
  }

  /**
   * Takes away a step that nobody is there to do, or closes it where something was done or written on it, and answers
   * the place of the one that follows it.
   */
  async function takePlaceOf(tx: Db, id: number, step: StepRow, now: Date): Promise<number> {
    const routing = routingRepository(tx);
    const from = step.status;
    const isUntouched =
      (from === 'ASSIGNED' || from === 'NOT_STARTED') &&
      !(await routing.writtenOn([step.id])).has(step.id);
    await requestWrites(tx).record(
      administrator,
      [
        {
          requestId: id,
          kind: 'STEP_STATUS',
          stepId: step.id,
          fromStatus: from,
          toStatus: 'REJECTED',
          percent: step.percent,
        },
      ],
      now,
    );
    if (isUntouched) {
      await routing.withdraw([step.id]);
      return step.position;
    }
    await routing.reject([step.id]);
    return await placeAfter(tx, id, step);
  }

  /** Makes room right behind a step, and answers that place. */
  async function placeAfter(tx: Db, id: number, { position }: StepRow): Promise<number> {
    await administrationRepository(tx).makeRoom(id, position + 1);
    return position + 1;
  }

  return {
    /** What waits for the administrator, and why; oldest first. */
    async listUnrouted(): Promise<UnroutedRequest[]> {
      return await listUnrouted({ db });
    },

    /**
     * Gives a service of a submitted request to an organisation; where it has a step that nobody is there to do, the
     * new one takes its place.
     * @throws ApiError NOT_FOUND, INVALID_INPUT for an unknown service or an organisation that is not approved or has
     *   nobody,
     *   STATE_CONFLICT when the request is not with the organisations or is on hold, or the service has a step
     *   that somebody does
     */
    async assignStep(numRequest: string, serviceCode: string, partnerId: number): Promise<void> {
      const id = await requestIdOf(numRequest);
      const service = await findService(db, serviceCode);
      if (service === undefined) throw invalidField('service', 'unknownCode');
      if (!(await repository.isApprovedPartner(partnerId)))
        throw invalidField('partner', 'unknownCode');
      const now = clock.now();
      await inTransaction(db, async (tx) => {
        const writes = requestWrites(tx);
        const status = await writes.lock(id);
        if (status === undefined) throw new ApiError('NOT_FOUND');
        const routing = routingRepository(tx);
        const request = await routing.process(id);
        const open = request.steps.filter(
          (step) => step.titleItemId === service.id && isLive(step.status),
        );
        // A task of a journey that was declined keeps its place in the order.
        const declined = vacantSteps(request).find(
          (step) => step.titleItemId === service.id && step.taskDefId !== null,
        );
        const attended = await routing.attended([partnerId, ...open.map((step) => step.partnerId)]);
        if (!attended.has(partnerId)) throw invalidField('partner', 'unattended');
        const ofNobody = open.find(
          (step) => !isClosed(step.status) && !attended.has(step.partnerId),
        );
        if (!canAssign(status) || (open.length > 0 && ofNobody === undefined))
          throw new ApiError('STATE_CONFLICT');
        const replaced = ofNobody ?? declined;
        const isLast = replaced === undefined;
        const { steps, agents } = await newRequests(tx).addSteps(
          id,
          stepsOfPlan(
            [
              {
                position:
                  ofNobody !== undefined
                    ? await takePlaceOf(tx, id, ofNobody, now)
                    : declined !== undefined
                      ? await placeAfter(tx, id, declined)
                      : (request.steps.at(-1)?.position ?? -1) + 1,
                titleItemId: service.id,
                partnerId,
                taskDefId: replaced?.taskDefId ?? null,
                // A place in the middle of a journey may have to wait: its turn comes below.
                status: isLast ? 'ASSIGNED' : 'NOT_STARTED',
                runsInParallel: replaced?.runsInParallel ?? true,
              },
            ],
            now,
          ),
        );
        await writes.record(administrator, routedLines(id, steps), now);
        if (isLast) await requestMails(tx, mail).assigned(request, steps, agents);
        await settleRequest(tx, mail, id, administrator, now);
      });
    },

    /**
     * Sends a request back to its author with an observation: A_REFOURMULER. Steps not begun are taken
     * away, those begun or written on are closed as REJECTED; a new submission routes anew.
     * @throws ApiError NOT_FOUND, INVALID_INPUT without an observation, STATE_CONFLICT when the request
     *   is not with the organisations or a step was processed
     */
    async sendBack(numRequest: string, observation: string): Promise<void> {
      const text = observation.trim();
      if (text === '') throw invalidField('observation', 'required');
      const id = await requestIdOf(numRequest);
      const now = clock.now();
      await inTransaction(db, async (tx) => {
        const status = await requestWrites(tx).lock(id);
        if (status === undefined) throw new ApiError('NOT_FOUND');
        await sendBackLocked(tx, mail, id, { status, author: administrator, text, now });
      });
    },

    /**
     * Closes a step that will not be done. The step after it gets its turn; a request whose every step
     * is rejected waits for the administrator again.
     * @throws ApiError NOT_FOUND, STEP_CLOSED, STATE_CONFLICT
     */
    async rejectStep(stepId: number, reason: string | null): Promise<void> {
      const id = await repository.requestIdOfStep(stepId);
      if (id === undefined) throw new ApiError('NOT_FOUND');
      const now = clock.now();
      await inTransaction(db, async (tx) => {
        const writes = requestWrites(tx);
        if ((await writes.lock(id)) === undefined) throw new ApiError('NOT_FOUND');
        const routing = routingRepository(tx);
        const step = (await routing.process(id)).steps.find((candidate) => candidate.id === stepId);
        if (step === undefined) throw new ApiError('NOT_FOUND');
        const from = step.status;
        if (isClosed(from)) throw new ApiError('STEP_CLOSED');
        await routing.reject([stepId]);
        await writes.record(
          administrator,
          [
            {
              requestId: id,
              kind: 'STEP_STATUS',
              stepId,
              fromStatus: from,
              toStatus: 'REJECTED',
              percent: step.percent,
              ...(reason === null ? {} : { detail: reason }),
            },
          ],
          now,
        );
        await settleRequest(tx, mail, id, administrator, now);
      });
    },
  };
}
