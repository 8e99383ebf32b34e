import type { SettableStepStatus, StepStatus } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { canPartner } from '../../policies/request-actions.ts';
import { storedStatusOf } from '../../policies/request-status.ts';
import { recalculateFromFacts, workChanges, type RequestFacts } from '../requests/index.ts';
import { stepTransition } from '../../rules/step-transitions.ts';
import { dayText } from './deadline.presenter.ts';
import { addFeedback, type NewFeedback } from './feedback.repository.ts';
import type { LockedStep } from './locked-step.ts';
import type { DocumentType } from './locked-step.repository.ts';
import { expectedDocuments, type StepViewRow } from './processing.repository.ts';

export interface StepState {
  readonly status: StepStatus;
  readonly percent: number;
}

/** The writes of a permitted update. */
interface Progress {
  readonly next: StepState;
  /** An absent or empty text keeps the previous feedback. */
  readonly feedback?: string | undefined;
  readonly entries: readonly NewFeedback[];
  /** Documents to ask for that the step does not await already. */
  readonly added: readonly DocumentType[];
  /** Key of a bulk action. */
  readonly clientKey?: string;
}

/**
 * Returns the state after an update.
 * @throws ApiError STEP_FULLY_CLAIMED, STEP_CLOSED, REQUEST_ON_HOLD, STATE_CONFLICT
 */
export function nextState(
  { requestStatus }: Pick<LockedStep, 'requestStatus'>,
  from: StepState,
  update: { readonly status: SettableStepStatus; readonly percent: number },
): StepState {
  const transition = stepTransition({ status: from.status, percent: from.percent }, update);
  if ('refused' in transition) throw new ApiError(transition.refused);
  if (!canPartner('update', requestStatus, from.status))
    throw new ApiError(requestStatus === 'EN_ATTENTE' ? 'REQUEST_ON_HOLD' : 'STATE_CONFLICT');
  return transition.next;
}

/**
 * The document types of the codes, in their order.
 * @throws ApiError INVALID_INPUT naming each unknown code, under `path`
 */
export function namedDocuments(
  items: readonly DocumentType[],
  codes: readonly string[],
  path = 'documents',
): DocumentType[] {
  const byCode = new Map(items.map((item) => [item.code, item]));
  const unknown = codes.flatMap((code, index) =>
    byCode.has(code) ? [] : [{ path: `${path}.${String(index)}`, key: 'unknownCode' as const }],
  );
  if (unknown.length > 0) throw new ApiError('INVALID_INPUT', { fields: unknown });
  return codes.flatMap((code) => byCode.get(code) ?? []);
}

export function notAwaited(
  { step }: Pick<LockedStep, 'step'>,
  asked: readonly DocumentType[],
): DocumentType[] {
  const awaited = step.documents.filter(({ file }) => file === null);
  const codes = new Set(awaited.map(({ documentItem }) => documentItem.code));
  return asked.filter(({ code }) => !codes.has(code));
}

/** Returns the request's facts after the change, with the new inputs of the clock. */
function changedFacts(
  { act: { now }, stepId, step: before, facts }: LockedStep,
  { status, percent }: StepState,
  added: readonly DocumentType[],
): RequestFacts {
  const asked = added.map(() => ({ from: now.getTime(), until: null }));
  const change = { of: 'step' as const, from: before.status, to: status, at: now.getTime() };
  return {
    ...facts,
    request: {
      ...facts.request,
      steps: facts.request.steps.map((step) =>
        step.id === stepId ? { ...step, status, percent } : step,
      ),
    },
    clocks: facts.clocks.map((clock) =>
      clock.id === stepId
        ? {
            ...clock,
            documents: [...clock.documents, ...asked],
            changes: [...clock.changes, change],
          }
        : clock,
    ),
  };
}

/**
 * Writes an update of the organisation: step, feedback series, owner, documents and notifications.
 * @returns the step after the update
 */
export async function writeProgress(
  locked: LockedStep,
  actor: Actor,
  { next, feedback, entries, added, clientKey }: Progress,
): Promise<StepViewRow> {
  const { act, stepId, requestId, canOwn, agent, step: before, facts } = locked;
  const { now } = act;
  const { status, percent } = next;
  // An update by an active agent takes a step without an owner. An agent whose access ended meanwhile does not get it.
  const isTaken = before.assigneeId === null && canOwn;
  const shown = {
    status,
    percent,
    partnerFeedback: feedback || before.partnerFeedback,
    processingStartDate: before.processingStartDate ?? now,
    assigneeId: isTaken ? actor.userId : before.assigneeId,
  };
  workChanges(act).steps([
    {
      id: stepId,
      ...shown,
      documentsArrivedAt: null,
      ...(status === 'PROCESSED'
        ? { processedAt: now, closedFromStatus: before.status, closedFromPercent: before.percent }
        : {}),
      isNewVersion: true,
    },
  ]);
  addFeedback(act, stepId, actor, entries);
  if (isTaken)
    act.record({ type: 'step.ownerChanged', requestId, stepId, from: null, to: actor.userId });
  const { request } = facts;
  act.record({
    type: 'step.progressed',
    request,
    requestId,
    stepId,
    from: before.status,
    to: status,
    percent,
  });
  if (added.length > 0) {
    act.add(
      expectedDocuments,
      added.map(({ id }) => ({
        stepId,
        documentItemId: id,
        requestedAt: now,
        clientKey: clientKey ?? null,
      })),
    );
    act.record({ type: 'step.documentsAsked', request, step: before, documents: added });
  }
  const recalculated = await recalculateFromFacts(act, changedFacts(locked, next, added));
  const { dueOn, daysLeft } = recalculated.deadlines.get(stepId) ?? {
    ...before,
    dueOn: dayText(before.dueOn),
  };
  return {
    ...before,
    ...shown,
    version: before.version + 1,
    assignee: isTaken ? agent : before.assignee,
    dueOn: dueOn === null ? null : new Date(dueOn),
    daysLeft,
    request: { status: storedStatusOf(recalculated.status) },
    documents: [
      ...before.documents,
      ...added.map(({ id: _, ...documentItem }) => ({
        id: 0,
        requestedAt: now,
        uploadedAt: null,
        documentItem,
        file: null,
      })),
    ],
  };
}
