import type { BodyOf, DeclinePreview, Endpoints, Lang, RequestStatus } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inAct, type Act } from '../../events/act.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, changedMeanwhile, invalidField } from '../../platform/http/api-error.ts';
import { areOthersAtWork, canPartner } from '../../policies/request-actions.ts';
import { inEachLang } from '../../platform/i18n/in-lang.ts';
import { nameOf } from '../partners/index.ts';
import {
  loadStatusLabels,
  newRequests,
  requestWrites,
  routingRepository,
  sendBackLocked,
  recalculateRequest,
  recordRouted,
  stepsOfPlan,
  lockKeyOf,
  type RequestProcess,
} from '../requests/index.ts';
import { isClosed } from '../../rules/step-transitions.ts';
import { planServices, withoutRefusals, type Plan } from '../../rules/routing.ts';
import { presentStepNow } from './processing.presenter.ts';
import { processingRepository, type StepViewRow } from './processing.repository.ts';
import { stepEndsRepository } from './step-ends.repository.ts';
import { presentOther } from './step-file.service.ts';

export type StepEndsDeps = Pick<Deps, 'db' | 'clock' | 'mail' | 'log' | 'words'>;

interface Locked {
  readonly act: Act;
  readonly requestId: number;
  readonly status: RequestStatus;
  readonly step: StepViewRow;
}

/**
 * Plans the organisation that would receive a declined step. A task of a journey has none: the administrator chooses
 * another organisation.
 */
async function planAfter(tx: Db, request: RequestProcess, stepId: number): Promise<Plan> {
  const steps = request.steps.map((step) =>
    step.id === stepId ? { ...step, status: 'DECLINED' as const } : step,
  );
  const step = steps.find(({ id }) => id === stepId);
  if (step === undefined) throw new Error('A step that was found has gone');
  const services = [step.titleItemId];
  const offers =
    step.taskDefId === null
      ? withoutRefusals(
          await routingRepository(tx).offers(services, request.beneficiary.areaId),
          steps,
        )
      : new Map<number, never[]>();
  return planServices(services, offers, (steps.at(-1)?.position ?? -1) + 1);
}

const noPlan: Plan = { steps: [], unrouted: [], unattended: [] };

/** Declining a step, or sending its request back to rephrase. */
export function stepEndsService(deps: StepEndsDeps) {
  const { db, log, words } = deps;
  /**
   * Runs `work` with the request locked, on an open step with an unchanged version.
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
    const onLocked = async (act: Act): Promise<T> => {
      const { tx, now } = act;
      const repository = processingRepository(tx);
      const status = await requestWrites(tx).lock(requestId);
      if (status === undefined) throw new ApiError('NOT_FOUND');
      // Checked again under the lock: a colleague may have declined the step meanwhile.
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
      return await change({ act, requestId, status, step });
    };
    return await inAct(deps, actor, onLocked, { queue: lockKeyOf(requestId) });
  }

  return {
    /** Previews the result of {@link decline}. @throws ApiError NOT_FOUND */
    async preview(actor: Actor, stepId: number, lang: Lang): Promise<DeclinePreview> {
      const requestId = await processingRepository(db).requestIdOf(actor, stepId);
      if (requestId === undefined) throw new ApiError('NOT_FOUND');
      const routing = routingRepository(db);
      const [request, duplicates, labels] = await Promise.all([
        routing.process(requestId),
        stepEndsRepository(db).duplicates(actor, stepId),
        loadStatusLabels(db),
      ]);
      const [next] = (await planAfter(db, request, stepId)).steps;
      const to = next && (await routing.organisation(next.partnerId));
      return {
        organisation: to === undefined ? null : nameOf(to, lang),
        duplicates: duplicates.map((row) => presentOther(row, { labels, lang })),
      };
    },

    /**
     * Declines a step. The routing rule chooses another organisation that offers the service and has not declined it.
     * Without one, and for a task of a journey, the administrator is notified. A duplicate is not routed again. The
     * person is always notified. The organisation loses the access that this step gave.
     * @throws ApiError NOT_FOUND, STEP_CLOSED, REQUEST_ON_HOLD, STATE_CONFLICT, STEP_CHANGED; INVALID_INPUT for a
     * request that the step cannot be a duplicate of
     */
    async decline(
      actor: Actor,
      stepId: number,
      { reason, text, duplicateOf, version }: BodyOf<Endpoints['declineStep']>,
      lang: Lang,
    ): Promise<{ organisation: string | null }> {
      const next = await onStepInHand(actor, stepId, { version, lang }, async (locked) => {
        const { act, requestId, step } = locked;
        const { tx, now } = act;
        const routing = routingRepository(tx);
        // Only for this reason, for which the contract requires it.
        const otherId = reason === 'DUPLICATE' ? (duplicateOf ?? null) : null;
        if (otherId !== null) {
          const ends = stepEndsRepository(tx);
          await ends.lock(otherId);
          if ((await ends.duplicates(actor, stepId, otherId)).length === 0)
            throw invalidField('duplicateOf', 'invalid');
        }
        await routing.decline(stepId, otherId);
        const request = await routing.process(requestId);
        const declined = request.steps.find(({ id }) => id === stepId);
        if (declined === undefined) throw new Error('A step that is locked has gone');
        const plan = otherId === null ? await planAfter(tx, request, stepId) : noPlan;
        const planned = stepsOfPlan(plan.steps, now);
        const { steps, agents } = await newRequests(tx).addSteps(requestId, planned);
        const [given] = steps;
        const to = given === undefined ? null : await routing.organisation(given.partnerId);
        act.record({
          type: 'step.declined',
          request,
          step: { ...declined, status: step.status, percent: step.percent },
          from: step.partner,
          to,
          why: { reason, text, label: inEachLang((reader) => words[reader].reasons[reason]) },
        });
        await recordRouted(act, request, steps, agents);
        await recalculateRequest(act, requestId, { isOwnerNotified: true });
        if (plan.unrouted.length > 0)
          act.record({ type: 'requests.unrouted', numbers: [request.numRequest] });
        return to;
      });
      log.info({ event: 'step.declined', userId: actor.userId, stepId, reason });
      return { organisation: next === null ? null : nameOf(next, lang) };
    },

    /**
     * Sends the request back to its author with the changes to make, as the administrator does.
     * @throws ApiError those of {@link decline}, OTHERS_AT_WORK while another organisation has begun or has a
     * conversation with the person
     */
    async sendBack(
      actor: Actor,
      stepId: number,
      { text, version }: BodyOf<Endpoints['sendBackStep']>,
      lang: Lang,
    ): Promise<{ success: true }> {
      await onStepInHand(actor, stepId, { version, lang }, async (locked) => {
        const { act, requestId, status, step } = locked;
        const work = await routingRepository(act.tx).workOn([requestId]);
        if (areOthersAtWork(step.partnerId, work.get(requestId) ?? []))
          throw new ApiError('OTHERS_AT_WORK');
        await sendBackLocked(act, requestId, { status, text, exceptStepId: stepId });
      });
      log.info({ event: 'request.sent_back', userId: actor.userId, stepId });
      return { success: true };
    },
  };
}
