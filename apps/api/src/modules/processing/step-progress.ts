import type { SettableStepStatus, StepStatus } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { canPartner } from '../../policies/request-actions.ts';
import { writeNotices } from '../notices/index.ts';
import type { Labelled } from '../reference/index.ts';
import { requestMails, requestWrites, settleRequest, stepTransition } from '../requests/index.ts';
import { feedbackRepository, type NewFeedback } from './feedback.repository.ts';
import type { LockedStep } from './locked-step.ts';
import { changeOwner } from './owner.service.ts';
import { processingRepository, type StepViewRow } from './processing.repository.ts';

export interface StepState {
  readonly status: StepStatus;
  readonly percent: number;
}

/** A type of document with its id. */
export type DocumentType = Labelled & { readonly id: number };

/** What an update of the organisation writes, once it is known that it may. */
interface Progress {
  readonly before: StepViewRow;
  readonly next: StepState;
  /** Absent keeps what was said before; an empty one takes it back. */
  readonly feedback?: string | undefined;
  readonly said: readonly NewFeedback[];
  /** Documents to ask for; none of them is awaited yet. */
  readonly added: readonly DocumentType[];
  /** Of what was asked for on many steps. */
  readonly clientKey?: string;
}

/**
 * Where an update leads.
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

/** The document types that the codes name. @throws ApiError INVALID_INPUT naming each unknown one, under `path` */
export async function resolveDocuments(
  db: Db,
  codes: readonly string[],
  partnerId: number,
  path = 'documents',
): Promise<DocumentType[]> {
  if (codes.length === 0) return [];
  const items = await processingRepository(db).documentTypes(codes, partnerId);
  const byCode = new Map(items.map((item) => [item.code, item]));
  const unknown = codes.flatMap((code, index) =>
    byCode.has(code) ? [] : [{ path: `${path}.${String(index)}`, key: 'unknownCode' as const }],
  );
  if (unknown.length > 0) throw new ApiError('INVALID_INPUT', { fields: unknown });
  return codes.flatMap((code) => byCode.get(code) ?? []);
}

/** Those of the documents that the step does not await already. */
export async function notAwaited(
  { tx, stepId }: LockedStep,
  asked: readonly DocumentType[],
): Promise<DocumentType[]> {
  if (asked.length === 0) return [];
  const waiting = await processingRepository(tx).expectedDocuments(stepId);
  const expected = new Set(waiting.map((document) => document.documentItemId));
  return asked.filter(({ id }) => !expected.has(id));
}

/** Writes an update of the organisation: the step, its series, its owner, what it asks for, and who is told. */
export async function writeProgress(
  { tx, stepId, requestId, now, canOwn }: LockedStep,
  mail: Deps['mail'],
  actor: Actor,
  { before, next, feedback, said, added, clientKey }: Progress,
): Promise<void> {
  const { status, percent } = next;
  const repository = processingRepository(tx);
  await repository.update(stepId, {
    status,
    percent,
    ...(feedback === undefined ? {} : { partnerFeedback: feedback === '' ? null : feedback }),
    ...(before.processingStartDate === null ? { processingStartDate: now } : {}),
    ...(status === 'PROCESSED'
      ? { processedAt: now, closedFromStatus: before.status, closedFromPercent: before.percent }
      : {}),
  });
  await feedbackRepository(tx).add(stepId, actor.userId, said, now);
  // Whoever is at work on it has it; an agent who lost their access while they saved loses nothing and owns nothing.
  if (before.assigneeId === null && canOwn) {
    const step = { id: stepId, requestId, assigneeId: null };
    await changeOwner(tx, step, actor.userId, actor, now);
  }
  const request = await repository.mailedRequest(requestId);
  const notices = writeNotices(tx);
  await notices.latest([request.beneficiary.id], 'PROGRESS', {
    requestId,
    stepId,
    params: { status, percent },
  });
  if (added.length > 0) {
    const itemIds = added.map(({ id }) => id);
    await repository.expectDocuments(stepId, itemIds, now, clientKey);
    await requestMails(tx, mail).documentsExpected(request, before.titleItem, added);
    await notices.toPerson(request.beneficiary.id, 'DOCUMENTS_ASKED', {
      requestId,
      stepId,
      params: { documents: added.map(({ code }) => code) },
    });
  }
  await requestWrites(tx).record(
    actor,
    [
      {
        requestId,
        kind: 'STEP_STATUS',
        stepId,
        fromStatus: before.status,
        toStatus: status,
        percent,
      },
      ...added.map(({ code }) => ({
        requestId,
        kind: 'DOCUMENT_REQUESTED' as const,
        stepId,
        detail: code,
      })),
    ],
    now,
  );
  await settleRequest(tx, mail, requestId, actor, now);
}
