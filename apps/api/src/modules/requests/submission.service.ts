import { requestStatuses, type Lang, type RequestView } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inAct, type Act } from '../../events/act.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { submitOutcome } from '../../policies/request-actions.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { isJourneyOpen, missingAnswers, type Answer, type Question } from '../journeys/index.ts';
import type { AllottedDays } from './deadlines.ts';
import { newRequests, stepsOfPlan } from './new-requests.repository.ts';
import { requestDocumentsRepository } from './request-documents.repository.ts';
import { removeDocuments } from './request-documents.service.ts';
import { requestWrites, lockKeyOf } from './request-writes.repository.ts';
import { viewRequest } from './request-view.ts';
import {
  routingRepository,
  type RequestProcess,
  type SubmittedProcess,
} from './routing.repository.ts';
import { requestPercent, requestStatusFromSteps } from '../../rules/request-progress.ts';
import {
  missingDocuments,
  isDuplicate,
  planJourney,
  planServices,
  unaskedDocuments,
  waitsForOrganisation,
  withoutRefusals,
  type Plan,
} from '../../rules/routing.ts';
import { recordRouted } from './by-load.ts';
import { workChanges } from './work-changes.repository.ts';

export type SubmissionDeps = Pick<Deps, 'db' | 'clock' | 'mail' | 'files'>;

export interface StatusChange {
  readonly idRequest: number;
  readonly newStatus: string;
  /** Optional documents to submit in addition to those that the journey asks for. */
  readonly documents: readonly string[] | null;
}

function checkJourney(request: SubmittedProcess, now: Date): void {
  const { journeyDef } = request;
  if (journeyDef === null) return;
  if (!isJourneyOpen(journeyDef, now)) throw new ApiError('JOURNEY_CLOSED');
  const handedIn = request.documents.map(({ code }) => code);
  const missing = missingDocuments(journeyDef.settings, handedIn, request.urlVideo);
  const questions = unansweredOf(request).map(({ code }) => code);
  const details = { documents: missing, questions };
  if (missing.length > 0) throw new ApiError('DOCUMENT_MISSING', { details });
  if (questions.length > 0) throw new ApiError('ANSWER_MISSING', { details });
}

/** Required questions of the journey without an answer. */
export function unansweredOf({ journeyDef, answers }: SubmittedProcess): readonly Question[] {
  const questions = (journeyDef?.questions ?? []) as unknown as readonly Question[];
  return missingAnswers(questions, answers as unknown as readonly Answer[]);
}

/**
 * Refuses a draft with a document in which the scanner found a virus.
 * @throws ApiError DOCUMENT_INFECTED (details: code and file name of each)
 */
async function refuseInfected(tx: Db, requestId: number): Promise<void> {
  const documents = await requestDocumentsRepository(tx).infected(requestId);
  if (documents.length > 0) throw new ApiError('DOCUMENT_INFECTED', { details: { documents } });
}

/**
 * Plans the steps of a submission and the services that wait for an organisation.
 * @param preferredPartnerId takes the services that it offers itself
 */
export async function planOf(
  tx: Db,
  request: RequestProcess,
  preferredPartnerId: number | undefined,
): Promise<Plan> {
  // A request sent back to rephrase keeps its rejected steps. New steps follow them.
  const firstPosition = (request.steps.at(-1)?.position ?? -1) + 1;
  // A service that another request of the person does is not assigned again.
  const duplicates = request.steps.filter(isDuplicate);
  if (request.journeyDef !== null) {
    const taskDefs = request.journeyDef.taskDefs.filter(
      ({ id }) => !duplicates.some(({ taskDefId }) => taskDefId === id),
    );
    const attended = await routingRepository(tx).attended(taskDefs.map((task) => task.partnerId));
    return planJourney(taskDefs, attended, firstPosition);
  }
  const services = request.services
    .map(({ itemId }) => itemId)
    .filter((itemId) => !duplicates.some(({ titleItemId }) => titleItemId === itemId));
  const offers = withoutRefusals(
    await routingRepository(tx).offers(services, request.beneficiary.areaId),
    request.steps,
  );
  for (const [service, list] of offers) {
    const own = list.filter(
      ({ partnerId, isDefault }) => partnerId === preferredPartnerId && isDefault !== true,
    );
    if (own.length > 0) offers.set(service, own);
  }
  return planServices(services, offers, firstPosition);
}

function daysOf({ services, journeyDef }: RequestProcess): AllottedDays {
  const tasks = new Map<number, number>();
  const items = new Map<number, number>();
  for (const { itemId, item } of services) if (item.days !== null) items.set(itemId, item.days);
  for (const { id, days, titleItemId, titleItem } of journeyDef?.taskDefs ?? []) {
    if (days !== null) tasks.set(id, days);
    if (titleItem.days !== null) items.set(titleItemId, titleItem.days);
  }
  return { tasks, services: items };
}

/**
 * Submits a draft and routes it: steps, status, history and the mails to owner and organisations. The administrator
 * gets a mail when a service waits for an organisation. Call it in a transaction with the request's row locked.
 * @param preferredPartnerId takes the services that it offers itself (an import goes to its importer)
 */
export async function submitAndRoute(
  act: Act,
  request: RequestProcess,
  preferredPartnerId?: number,
): Promise<void> {
  const { tx, now } = act;
  const plan = await planOf(tx, request, preferredPartnerId);
  const planned = stepsOfPlan(plan.steps, now);
  const { steps, agents } = await newRequests(tx).addSteps(request.id, planned, daysOf(request));
  const states = [...request.steps, ...steps].map((step) => ({
    status: step.status,
    percent: step.percent,
    duplicateOf: step.duplicateOf,
  }));
  const status = requestStatusFromSteps(states, waitsForOrganisation(plan));
  const percent = requestPercent(states, plan.unrouted.length);
  workChanges(act).submitted({ id: request.id, status, percent, submittedAt: now });
  const from = requestStatusOf(request.status);
  act.record({ type: 'request.submitted', request, from, at: now });
  await recordRouted(act, request, steps, agents);
  if (status !== 'NOUVEAU')
    act.record({
      type: 'request.statusChanged',
      request,
      from: 'NOUVEAU',
      to: status,
      label: null,
    });
  if (waitsForOrganisation(plan))
    act.record({ type: 'requests.unrouted', numbers: [request.numRequest] });
}

export function submissionService(deps: SubmissionDeps) {
  const { files } = deps;
  return {
    /**
     * Submits a request. Documents that the journey does not ask for are removed unless `documents` names them.
     * @throws ApiError NOT_FOUND, STATE_CONFLICT, QUALIFICATION_REQUIRED, JOURNEY_CLOSED, DOCUMENT_MISSING (details:
     * the missing documents and questions), ANSWER_MISSING (the same details), DOCUMENT_INFECTED (details: code and file name of each)
     */
    async changeStatus(
      actor: Actor,
      { idRequest, newStatus, documents }: StatusChange,
      lang: Lang,
    ): Promise<RequestView> {
      const isKnown = (requestStatuses as readonly string[]).includes(newStatus);
      if (!isKnown) throw invalidField('newStatus', 'unknownCode');
      const change = async (act: Act): Promise<RequestView> => {
        const { tx, now } = act;
        const writes = requestWrites(tx);
        // Locks the row first: of several concurrent submissions the first submits, and the others find it done.
        const locked = await writes.lockOwned(idRequest, actor.userId);
        if (locked === undefined) throw new ApiError('NOT_FOUND');
        const { status, agreement } = locked;
        const outcome = newStatus === 'NOUVEAU' ? submitOutcome(status, agreement) : 'refused';
        if (outcome === 'refused') throw new ApiError('STATE_CONFLICT');
        if (outcome === 'submit') {
          if (!locked.isQualified) throw new ApiError('QUALIFICATION_REQUIRED');
          const request = await routingRepository(tx).process(idRequest);
          checkJourney(request, now);
          const unasked = unaskedDocuments(
            request.journeyDef?.settings ?? null,
            request.documents.map(({ code }) => code),
          ).filter((code) => documents?.some((chosen) => chosen === code) !== true);
          await removeDocuments(act, files, idRequest, unasked);
          await refuseInfected(tx, idRequest);
          await submitAndRoute(act, request);
          // Flushes the deferred writes, so that the read below sees them.
          await act.finish();
        }
        return await viewRequest(tx, actor, idRequest, lang, now);
      };
      return await inAct(deps, actor, change, { queue: lockKeyOf(idRequest, actor.userId) });
    },
  };
}
