import type { BodyOf, Endpoints, Lang, RequestStatus } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction, type Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, changedMeanwhile } from '../../platform/http/api-error.ts';
import { areOthersAtWork, canPartner } from '../../policies/request-actions.ts';
import { nameOf } from '../partners/index.ts';
import {
  loadStatusLabels,
  newRequests,
  requestMails,
  requestWrites,
  routedLines,
  routingRepository,
  sendBackLocked,
  settleRequest,
  stepsOfPlan,
  tellUnroutedRequests,
  turnOf,
} from '../requests/index.ts';
import { isClosed } from '../../rules/step-transitions.ts';
import { planServices, withoutRefusals } from '../../rules/routing.ts';
import { reasonDetail } from '../../rules/reasons.ts';
import { presentStepNow } from './processing.presenter.ts';
import { processingRepository, type StepViewRow } from './processing.repository.ts';

export type StepEndsDeps = Pick<Deps, 'db' | 'clock' | 'mail' | 'log' | 'words'>;

interface Locked {
  readonly tx: Db;
  readonly requestId: number;
  readonly status: RequestStatus;
  readonly step: StepViewRow;
  readonly now: Date;
}

/** What an organisation does with a step that it cannot or should not do: give it up, or ask for another wording. */
export function stepEndsService({ db, clock, mail, log, words }: StepEndsDeps) {
  /**
   * Runs with the step's request locked, on a step that the organisation has in hand and that stands as it was read.
   * @throws ApiError NOT_FOUND, STEP_CLOSED, REQUEST_ON_HOLD, STATE_CONFLICT, STEP_CHANGED
   */
  async function onStepInHand<T>(
    actor: Actor,
    stepId: number,
    { version, lang }: { readonly version: number | undefined; readonly lang: Lang },
    change: (locked: Locked) => Promise<T>,
  ): Promise<T> {
    const labels = await loadStatusLabels(db);
    const requestId = await processingRepository(db).requestIdOf(actor, stepId);
    if (requestId === undefined) throw new ApiError('NOT_FOUND');
    const inOneTransaction = async (tx: Db): Promise<T> => {
      const now = clock.now();
      const repository = processingRepository(tx);
      const status = await requestWrites(tx).lock(requestId);
      if (status === undefined) throw new ApiError('NOT_FOUND');
      // Read again: a colleague may have given it up while this call waited.
      if ((await repository.requestIdOf(actor, stepId)) === undefined)
        throw new ApiError('NOT_FOUND');
      const step = await repository.stepView(stepId);
      if (isClosed(step.status)) throw new ApiError('STEP_CLOSED');
      if (!canPartner('decline', status, step.status))
        throw new ApiError(status === 'EN_ATTENTE' ? 'REQUEST_ON_HOLD' : 'STATE_CONFLICT');
      if (version !== undefined && version !== step.version) {
        const last = await repository.lastChange(requestId, stepId);
        throw changedMeanwhile(
          'STEP_CHANGED',
          presentStepNow(step, last, { actor, lang, now, labels }),
        );
      }
      return await change({ tx, requestId, status, step, now });
    };
    return await inTransaction(db, inOneTransaction, { turn: turnOf(requestId) });
  }

  return {
    /**
     * Gives the step up: it goes by the rule of the routing to another organisation that offers the service and has
     * not refused it; where there is none, and for a task of a journey, the administrator is told. The person is told
     * in either case; the organisation has no access through this step any more.
     * @throws ApiError NOT_FOUND, STEP_CLOSED, REQUEST_ON_HOLD, STATE_CONFLICT, STEP_CHANGED
     */
    async decline(
      actor: Actor,
      stepId: number,
      { reason, text, version }: BodyOf<Endpoints['declineStep']>,
      lang: Lang,
    ): Promise<{ organisation: string | null }> {
      const next = await onStepInHand(actor, stepId, { version, lang }, async (locked) => {
        const { tx, requestId, step, now } = locked;
        const routing = routingRepository(tx);
        await routing.decline(stepId);
        const request = await routing.process(requestId);
        const declined = request.steps.find(({ id }) => id === stepId);
        if (declined === undefined) throw new Error('A step that is locked has gone');
        // The journey names the organisation of its task: another one is the administrator's choice.
        const offers =
          declined.taskDefId === null
            ? withoutRefusals(
                await routing.offers([declined.titleItemId], request.beneficiary.areaId),
                request.steps,
              )
            : new Map<number, never[]>();
        const last = request.steps.at(-1)?.position ?? -1;
        const plan = planServices([declined.titleItemId], offers, last + 1);
        const planned = stepsOfPlan(plan.steps, now);
        const { steps, agents } = await newRequests(tx).addSteps(requestId, planned);
        await requestWrites(tx).record(
          actor,
          [
            {
              requestId,
              kind: 'STEP_STATUS',
              stepId,
              fromStatus: step.status,
              toStatus: 'DECLINED',
              percent: step.percent,
              detail: reasonDetail({ reason, text }),
            },
            ...routedLines(requestId, steps),
          ],
          now,
        );
        const [given] = steps;
        const to = given === undefined ? null : await routing.organisation(given.partnerId);
        const mails = requestMails(tx, mail);
        await mails.passedOn(request, declined, step.partner, to, {
          label: (reader) => words[reader].reasons[reason],
          text,
        });
        await mails.assigned(request, steps, agents);
        await settleRequest(tx, mail, requestId, actor, now, { isOwnerTold: true });
        if (given === undefined) await tellUnroutedRequests(tx, mail, [request.numRequest]);
        return to;
      });
      log.info({ event: 'step declined', userId: actor.userId, stepId, reason });
      return { organisation: next === null ? null : nameOf(next, lang) };
    },

    /**
     * Sends the request back to its author with what has to be changed, as the administrator does.
     * @throws ApiError those of {@link decline}, OTHERS_AT_WORK while another organisation has begun or talks with the
     *   person
     */
    async sendBack(
      actor: Actor,
      stepId: number,
      { text, version }: BodyOf<Endpoints['sendBackStep']>,
      lang: Lang,
    ): Promise<{ success: true }> {
      await onStepInHand(actor, stepId, { version, lang }, async (locked) => {
        const { tx, requestId, status, step, now } = locked;
        const work = await routingRepository(tx).workOn([requestId]);
        if (areOthersAtWork(step.partnerId, work.get(requestId) ?? []))
          throw new ApiError('OTHERS_AT_WORK');
        const change = { status, author: actor, text, now, keptStepId: stepId };
        await sendBackLocked(tx, mail, requestId, change);
      });
      log.info({ event: 'request sent back', userId: actor.userId, stepId });
      return { success: true };
    },
  };
}
