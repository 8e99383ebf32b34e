import {
  administratorActsRepository,
  type AdministratorActKind,
  type AdministratorWord,
} from '../../platform/database/administrator-acts.repository.ts';
import { inAct, type Act } from '../../events/act.ts';
import { administrator } from '../../events/author.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { canAssign } from '../../policies/request-actions.ts';
import { administrationRepository } from './administration.repository.ts';
import { newRequests, stepsOfPlan } from './new-requests.repository.ts';
import { rejected } from './rejected.ts';
import { requestWrites } from './request-writes.repository.ts';
import {
  findService,
  routingRepository,
  type RequestProcess,
  type StepRow,
} from './routing.repository.ts';
import { isClosed, isLive } from '../../rules/step-transitions.ts';
import { vacantSteps } from '../../rules/routing.ts';
import { sendBackLocked } from './send-back.ts';
import { recordRouted } from './by-load.ts';
import { recalculateRequest } from './recalculate.ts';
import { unroutedService, type UnroutedRequest } from './unrouted.service.ts';

export type RequestAdministrationDeps = Pick<Deps, 'db' | 'clock' | 'mail'>;

/**
 * Records who acted and why, in addition to the request's history. Does nothing for a program without a person (`word`
 * is null).
 */
export async function recordAct(
  tx: Db,
  kind: AdministratorActKind,
  request: RequestProcess,
  word: AdministratorWord | null,
  at: Date,
): Promise<void> {
  if (word === null) return;
  const subject = { userId: request.beneficiary.id, requestId: request.id };
  await administratorActsRepository(tx).record(kind, subject, word, at);
}

async function requestIdOf(
  repository: ReturnType<typeof administrationRepository>,
  numRequest: string,
): Promise<number> {
  const id = await repository.requestIdOf(numRequest);
  if (id === undefined) throw new ApiError('NOT_FOUND');
  return id;
}

/**
 * Removes an unattended step, or closes it when work, messages or notes exist on it.
 * @returns the position of the step that follows
 */
async function takePlaceOf(act: Act, id: number, step: StepRow): Promise<number> {
  const { tx } = act;
  const routing = routingRepository(tx);
  const from = step.status;
  const isUntouched =
    (from === 'ASSIGNED' || from === 'NOT_STARTED') &&
    !(await routing.writtenOn([step.id])).has(step.id);
  act.record(...rejected({ id }, [step]));
  if (isUntouched) {
    await routing.withdraw([step.id]);
    return step.position;
  }
  await routing.reject([step.id]);
  return await placeAfter(tx, id, step);
}

async function placeAfter(tx: Db, id: number, { position }: StepRow): Promise<number> {
  await administrationRepository(tx).makeRoom(id, position + 1);
  return position + 1;
}

/** Locks a request and reads its step. @throws ApiError NOT_FOUND, STEP_CLOSED */
async function lockOpenStep(tx: Db, id: number, stepId: number) {
  const status = await requestWrites(tx).lock(id);
  if (status === undefined) throw new ApiError('NOT_FOUND');
  const request = await routingRepository(tx).process(id);
  const step = request.steps.find((candidate) => candidate.id === stepId);
  if (step === undefined) throw new ApiError('NOT_FOUND');
  if (isClosed(step.status)) throw new ApiError('STEP_CLOSED');
  return { status, request, step };
}

/** Assigns a service to an organisation, in the place of a step or after all steps. */
async function give(
  act: Act,
  request: RequestProcess,
  to: {
    readonly titleItemId: number;
    readonly partnerId: number;
    readonly place: number;
    readonly replaced: StepRow | undefined;
  },
): Promise<void> {
  const { tx, now } = act;
  const { id } = request;
  const { titleItemId, partnerId, replaced, place } = to;
  const isLast = replaced === undefined;
  const { steps, agents } = await newRequests(tx).addSteps(
    id,
    stepsOfPlan(
      [
        {
          position: place,
          titleItemId,
          partnerId,
          taskDefId: replaced?.taskDefId ?? null,
          // A step in the middle of a journey may have to wait. Settling the request assigns it below.
          status: isLast ? 'ASSIGNED' : 'NOT_STARTED',
          runsInParallel: replaced?.runsInParallel ?? true,
        },
      ],
      now,
    ),
  );
  await recordRouted(act, request, steps, agents);
  await recalculateRequest(act, id);
}

/** Gives an open step of a locked request to another organisation: untouched it is deleted, else closed as REJECTED. */
export async function giveAway(
  act: Act,
  request: RequestProcess,
  step: StepRow,
  partnerId: number,
): Promise<void> {
  const place = await takePlaceOf(act, request.id, step);
  const { titleItemId } = step;
  await give(act, request, { titleItemId, partnerId, place, replaced: step });
}

/**
 * Actions of administrators on requests, by script. The portal has no administrator role.
 * @param word who acts and why; null for a program without a person
 */
export function requestAdministration(
  deps: RequestAdministrationDeps,
  word: AdministratorWord | null = null,
) {
  const { db } = deps;
  const repository = administrationRepository(db);

  return {
    async listUnrouted(): Promise<UnroutedRequest[]> {
      return await unroutedService({ db }).list();
    },

    /**
     * Assigns a service of a submitted request to an organisation. The new step replaces an unattended step of the
     * service.
     * @throws ApiError NOT_FOUND. INVALID_INPUT for an unknown service, or an organisation that is not approved or has
     * no agent. STATE_CONFLICT when the request is not with the organisations or is on hold, or when the service has an
     * attended step.
     */
    async assignStep(numRequest: string, serviceCode: string, partnerId: number): Promise<void> {
      const id = await requestIdOf(repository, numRequest);
      const service = await findService(db, serviceCode);
      if (service === undefined) throw invalidField('service', 'unknownCode');
      if (!(await repository.isApprovedPartner(partnerId)))
        throw invalidField('partner', 'unknownCode');
      await inAct(deps, administrator, async (act) => {
        const { tx, now } = act;
        const status = await requestWrites(tx).lock(id);
        if (status === undefined) throw new ApiError('NOT_FOUND');
        const routing = routingRepository(tx);
        const request = await routing.process(id);
        const open = request.steps.filter(
          (step) => step.titleItemId === service.id && isLive(step.status),
        );
        // The new step of a declined journey task has the declined step's position.
        const declined = vacantSteps(request).find(
          (step) => step.titleItemId === service.id && step.taskDefId !== null,
        );
        const attended = await routing.attended([partnerId, ...open.map((step) => step.partnerId)]);
        if (!attended.has(partnerId)) throw invalidField('partner', 'unattended');
        const unattended = open.find(
          (step) => !isClosed(step.status) && !attended.has(step.partnerId),
        );
        if (!canAssign(status) || (open.length > 0 && unattended === undefined))
          throw new ApiError('STATE_CONFLICT');
        const place =
          unattended !== undefined
            ? await takePlaceOf(act, id, unattended)
            : declined !== undefined
              ? await placeAfter(tx, id, declined)
              : (request.steps.at(-1)?.position ?? -1) + 1;
        await recordAct(tx, 'STEP_GIVEN', request, word, now);
        const replaced = unattended ?? declined;
        await give(act, request, { titleItemId: service.id, partnerId, place, replaced });
      });
    },

    /**
     * Assigns an open step to another organisation. The new step takes the position of the old step. An untouched old
     * step is deleted; any other is closed as REJECTED.
     * @returns the request's number
     * @throws ApiError NOT_FOUND. STEP_CLOSED. INVALID_INPUT for an organisation that is not approved, has no agent or
     * has the step already. STATE_CONFLICT when the request is not with the organisations or is on hold.
     */
    async reassignStep(stepId: number, partnerId: number): Promise<string> {
      const id = await repository.requestIdOfStep(stepId);
      if (id === undefined) throw new ApiError('NOT_FOUND');
      if (!(await repository.isApprovedPartner(partnerId)))
        throw invalidField('partner', 'unknownCode');
      return await inAct(deps, administrator, async (act) => {
        const { tx, now } = act;
        const { status, request, step } = await lockOpenStep(tx, id, stepId);
        if (!canAssign(status)) throw new ApiError('STATE_CONFLICT');
        if (step.partnerId === partnerId) throw invalidField('partner', 'invalid');
        if (!(await routingRepository(tx).attended([partnerId])).has(partnerId))
          throw invalidField('partner', 'unattended');
        await recordAct(tx, 'STEP_REASSIGNED', request, word, now);
        await giveAway(act, request, step, partnerId);
        return request.numRequest;
      });
    },

    /**
     * Sends a request back to its author with an observation: A_REFOURMULER. Untouched steps are deleted; steps with
     * work or messages are closed as REJECTED. A new submission is routed again.
     * @throws ApiError NOT_FOUND. INVALID_INPUT without an observation. STATE_CONFLICT when the request is not with the
     * organisations or a step was processed.
     */
    async sendBack(numRequest: string, observation: string): Promise<void> {
      const text = observation.trim();
      if (text === '') throw invalidField('observation', 'required');
      const id = await requestIdOf(repository, numRequest);
      await inAct(deps, administrator, async (act) => {
        const { tx, now } = act;
        const status = await requestWrites(tx).lock(id);
        if (status === undefined) throw new ApiError('NOT_FOUND');
        await sendBackLocked(act, id, { status, text });
        const request = await routingRepository(tx).process(id);
        await recordAct(tx, 'REQUEST_SENT_BACK', request, word, now);
      });
    },

    /**
     * Closes a step that will not be done. The next step is assigned. A request whose steps are all rejected waits for
     * the administrator again.
     * @throws ApiError NOT_FOUND, STEP_CLOSED, STATE_CONFLICT
     */
    async rejectStep(stepId: number, reason: string | null): Promise<void> {
      const id = await repository.requestIdOfStep(stepId);
      if (id === undefined) throw new ApiError('NOT_FOUND');
      await inAct(deps, administrator, async (act) => {
        const { tx, now } = act;
        const { request, step } = await lockOpenStep(tx, id, stepId);
        await routingRepository(tx).reject([stepId]);
        act.record({
          type: 'step.statusChanged',
          requestId: id,
          stepId,
          from: step.status,
          to: 'REJECTED',
          percent: step.percent,
          ...(reason === null ? {} : { detail: reason }),
        });
        await recordAct(tx, 'STEP_REJECTED', request, word, now);
        await recalculateRequest(act, id);
      });
    },
  };
}
