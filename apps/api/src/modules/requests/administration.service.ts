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
import { settleRequest } from './settle.ts';
import { listUnrouted, type UnroutedRequest } from './unrouted.service.ts';

export type RequestAdministrationDeps = Pick<Deps, 'db' | 'clock' | 'mail'>;

/** Writes down who did it and why, beside what the history says; nothing where nobody sits at a terminal (`word` null). */
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
 * Takes away a step that nobody is there to do, or closes it where something was done or written on it, and answers
 * the place of the one that follows it.
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

/** Makes room right behind a step, and answers that place. */
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

/** Gives a service to an organisation: in the place of a step, or after all others. */
async function give(
  act: Act,
  request: RequestProcess,
  to: {
    readonly titleItemId: number;
    readonly partnerId: number;
    readonly place: number;
    /** The step whose place it takes. */
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
          // A place in the middle of a journey may have to wait: its turn comes below.
          status: isLast ? 'ASSIGNED' : 'NOT_STARTED',
          runsInParallel: replaced?.runsInParallel ?? true,
        },
      ],
      now,
    ),
  );
  for (const step of steps) act.record({ type: 'step.routed', request, step, agents });
  await settleRequest(act, id);
}

/**
 * What administrators do with requests, by script (there is no administrator role in the portal).
 * @param word who does it; null for a program that nobody sits at
 */
export function requestAdministration(
  deps: RequestAdministrationDeps,
  word: AdministratorWord | null = null,
) {
  const { db } = deps;
  const repository = administrationRepository(db);

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
        const place =
          ofNobody !== undefined
            ? await takePlaceOf(act, id, ofNobody)
            : declined !== undefined
              ? await placeAfter(tx, id, declined)
              : (request.steps.at(-1)?.position ?? -1) + 1;
        await recordAct(tx, 'STEP_GIVEN', request, word, now);
        const replaced = ofNobody ?? declined;
        await give(act, request, { titleItemId: service.id, partnerId, place, replaced });
      });
    },

    /**
     * Gives a step that is not closed to another organisation, whoever has it: the new step takes its place, and the old one goes
     * away where nothing was done on it, else it is closed as REJECTED.
     * @returns the request's number
     * @throws ApiError NOT_FOUND; INVALID_INPUT for an organisation that is not approved, has nobody or has the step;
     *   STEP_CLOSED; STATE_CONFLICT when the request is not with the organisations or is on hold
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
        const place = await takePlaceOf(act, id, step);
        await recordAct(tx, 'STEP_REASSIGNED', request, word, now);
        const { titleItemId } = step;
        await give(act, request, { titleItemId, partnerId, place, replaced: step });
        return request.numRequest;
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
     * Closes a step that will not be done. The step after it gets its turn; a request whose every step
     * is rejected waits for the administrator again.
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
        await settleRequest(act, id);
      });
    },
  };
}
