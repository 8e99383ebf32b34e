import type {
  Lang,
  RequestStatus,
  StepProgress,
  StepRating,
  StepStatus,
  StepView,
} from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inTransaction, type Db } from '../../platform/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, changedMeanwhile } from '../../platform/http/api-error.ts';
import { canPartner } from '../../policies/request-actions.ts';
import { writeNotices } from '../notices/index.ts';
import type { Labelled } from '../reference/index.ts';
import {
  canRate,
  deadlinesRepository,
  isBlocked,
  isClosed,
  loadStatusLabels,
  requestMails,
  requestWrites,
  settleRequest,
  stepTransition,
  turnOf,
  type Reading,
} from '../requests/index.ts';
import { feedbackRepository, type NewFeedback } from './feedback.repository.ts';
import { ownerRepository } from './owner.repository.ts';
import { changeOwner } from './owner.service.ts';
import { presentStep, presentStepNow } from './processing.presenter.ts';
import { processingRepository, type StepViewRow } from './processing.repository.ts';

export type StepUpdateDeps = Pick<Deps, 'db' | 'clock' | 'mail'>;

interface LockedRequest {
  readonly id: number;
  readonly status: RequestStatus;
}

/** Whether the step stands as an update would leave it; a feedback that is not sent keeps the present one. */
function saysTheSame(
  step: StepViewRow,
  next: { readonly status: StepStatus; readonly percent: number },
  feedback: string | undefined,
): boolean {
  const isFeedbackKept = feedback === undefined || feedback === (step.partnerFeedback ?? '');
  return step.status === next.status && step.percent === next.percent && isFeedbackKept;
}

/** @throws ApiError INVALID_INPUT where nobody says why */
function refuseUnsaid(
  path: 'loweredBecause' | 'blockedBecause',
  { [path]: why = '' }: StepProgress,
) {
  if (why === '') throw new ApiError('INVALID_INPUT', { fields: [{ path, key: 'required' }] });
}

/**
 * What an update adds to the step's series: the feedback where it is another one, why the percent goes down, and what
 * blocks the step from now on.
 * @throws ApiError INVALID_INPUT where it goes down or is blocked and nobody says why
 */
function saidBy(
  before: StepViewRow,
  update: StepProgress,
  { status, percent }: { readonly status: StepStatus; readonly percent: number },
): NewFeedback[] {
  const { partnerFeedback: feedback, loweredBecause = '', blockedBecause = '', version } = update;
  const isLowered = percent < before.percent;
  const isBlockedNow = isBlocked(status) && !isBlocked(before.status);
  // The specified client knows no version and no reason: it works as before.
  if (isLowered && version !== undefined) refuseUnsaid('loweredBecause', update);
  if (isBlockedNow && version !== undefined) refuseUnsaid('blockedBecause', update);
  const isNew = feedback !== undefined && feedback !== (before.partnerFeedback ?? '');
  return [
    ...(isLowered && loweredBecause !== ''
      ? [{ kind: 'LOWERED', percent, text: loweredBecause } as const]
      : []),
    // Also where nobody says why: a reason of an earlier time does not stand again.
    ...(isBlockedNow ? [{ kind: 'BLOCKED', percent, text: blockedBecause || null } as const] : []),
    ...(isNew
      ? [
          feedback === ''
            ? ({ kind: 'TAKEN_BACK', percent, text: null } as const)
            : ({ kind: 'SAID', percent, text: feedback } as const),
        ]
      : []),
  ];
}

/** The document types that the codes name. @throws ApiError INVALID_INPUT naming each unknown one */
async function resolveDocuments(
  tx: Db,
  codes: readonly string[],
  partnerId: number,
): Promise<(Labelled & { id: number })[]> {
  if (codes.length === 0) return [];
  const items = await processingRepository(tx).documentTypes(codes, partnerId);
  const byCode = new Map(items.map((item) => [item.code, item]));
  const unknown = codes.flatMap((code, index) =>
    byCode.has(code) ? [] : [{ path: `documents.${String(index)}`, key: 'unknownCode' as const }],
  );
  if (unknown.length > 0) throw new ApiError('INVALID_INPUT', { fields: unknown });
  return codes.flatMap((code) => byCode.get(code) ?? []);
}

/** Updating a step: progress by the partner, rating by the beneficiary. The role decides, never the shape. */
export function stepUpdateService({ db, clock, mail }: StepUpdateDeps) {
  /** Runs with the step's request locked: two agents on one request take turns. */
  async function withLockedStep(
    actor: Actor,
    stepId: number,
    lang: Lang,
    change: (tx: Db, request: LockedRequest, reading: Reading, canOwn: boolean) => Promise<void>,
  ): Promise<StepView> {
    // Read ahead: whoever waits for the lock waits for every statement under it.
    const [labels, holidays] = await Promise.all([
      loadStatusLabels(db),
      deadlinesRepository(db).holidays(),
    ]);
    const id = await processingRepository(db).requestIdOf(actor, stepId);
    if (id === undefined) throw new ApiError('NOT_FOUND');
    const inOneTransaction = async (tx: Db): Promise<StepView> => {
      const now = clock.now();
      const repository = processingRepository(tx);
      // Held before the request, so that whoever ends an agent's access waits, or was first.
      const canOwn =
        actor.partnerId !== null &&
        (await ownerRepository(tx).holdAgents(actor.partnerId, [actor.userId])).has(actor.userId) &&
        !(await ownerRepository(tx).away([actor.userId])).has(actor.userId);
      const status = await requestWrites(tx).lock(id);
      if (status === undefined) throw new ApiError('NOT_FOUND');
      // Read again: the step may have gone, or the request back to its author, while this call waited.
      if ((await repository.requestIdOf(actor, stepId)) === undefined)
        throw new ApiError('NOT_FOUND');
      const reading = { actor, lang, now, labels, holidays };
      await change(tx, { id, status }, reading, canOwn);
      const said =
        actor.role === 'PARTENAIRE' ? undefined : await feedbackRepository(tx).of([stepId]);
      return presentStep(await repository.stepView(stepId), said?.get(stepId) ?? [], reading);
    };
    return await inTransaction(db, inOneTransaction, { turn: turnOf(id) });
  }

  async function progress(actor: Actor, update: StepProgress, lang: Lang): Promise<StepView> {
    const stepId = update.processingStepId;
    return await withLockedStep(
      actor,
      stepId,
      lang,
      async (tx, { id: requestId, status: requestStatus }, reading, canOwn) => {
        const { now } = reading;
        const repository = processingRepository(tx);
        const writes = requestWrites(tx);
        const before = await repository.stepView(stepId);
        const from = { status: before.status, percent: before.percent };
        const transition = stepTransition(from, update);
        if ('refused' in transition) throw new ApiError(transition.refused);
        if (!canPartner('update', requestStatus, from.status))
          throw new ApiError(requestStatus === 'EN_ATTENTE' ? 'REQUEST_ON_HOLD' : 'STATE_CONFLICT');
        const { status, percent } = transition.next;

        const asked = await resolveDocuments(tx, update.documents, before.partnerId);
        const waiting = asked.length === 0 ? [] : await repository.expectedDocuments(stepId);
        const expected = new Set(waiting.map((document) => document.documentItemId));
        const added = asked.filter(({ id }) => !expected.has(id));
        if (update.version !== undefined && update.version !== before.version) {
          // A form that began earlier and says what stands already, an update sent twice for one, loses nothing.
          if (added.length === 0 && saysTheSame(before, transition.next, update.partnerFeedback))
            return;
          const change = await repository.lastChange(requestId, stepId);
          throw changedMeanwhile('STEP_CHANGED', presentStepNow(before, change, reading));
        }

        const said = saidBy(before, update, transition.next);
        await repository.update(stepId, {
          status,
          percent,
          // An update without feedback keeps what was said before; an empty one takes it back.
          ...(update.partnerFeedback === undefined
            ? {}
            : { partnerFeedback: update.partnerFeedback === '' ? null : update.partnerFeedback }),
          ...(before.processingStartDate === null ? { processingStartDate: now } : {}),
          ...(status === 'PROCESSED' ? { processedAt: now } : {}),
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
          await repository.expectDocuments(stepId, itemIds, now);
          await requestMails(tx, mail).documentsExpected(request, before.titleItem, added);
          await notices.toPerson(request.beneficiary.id, 'DOCUMENTS_ASKED', {
            requestId,
            stepId,
            params: { documents: added.map(({ code }) => code) },
          });
        }
        await writes.record(
          actor,
          [
            {
              requestId,
              kind: 'STEP_STATUS',
              stepId,
              fromStatus: from.status,
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
      },
    );
  }

  async function rate(actor: Actor, rating: StepRating, lang: Lang): Promise<StepView> {
    const { processingStepId: stepId, beneficiaryRating, beneficiaryFeedback } = rating;
    return await withLockedStep(actor, stepId, lang, async (tx, { id: requestId }, { now }) => {
      const repository = processingRepository(tx);
      const step = await repository.stepView(stepId);
      if (!canRate(step.status, step.rating?.createdAt ?? null, now))
        throw new ApiError(isClosed(step.status) ? 'RATING_CLOSED' : 'RATING_TOO_EARLY');
      await repository.rate(stepId, { beneficiaryRating, beneficiaryFeedback }, now);
      await requestWrites(tx).record(
        actor,
        [{ requestId, kind: 'RATED', stepId, detail: String(beneficiaryRating) }],
        now,
      );
      const notices = writeNotices(tx);
      await notices.latest(await notices.agentIdsOf(step), 'RATED', {
        requestId,
        stepId,
        params: { count: beneficiaryRating },
      });
    });
  }

  return {
    /**
     * @throws ApiError NOT_FOUND; progress: STEP_FULLY_CLAIMED, STEP_CLOSED, STEP_CHANGED, REQUEST_ON_HOLD,
     *   STATE_CONFLICT, INVALID_INPUT;
     *   rating: RATING_CLOSED, RATING_TOO_EARLY
     */
    async update(actor: Actor, body: StepProgress | StepRating, lang: Lang): Promise<StepView> {
      return body.kind === 'progress'
        ? await progress(actor, body, lang)
        : await rate(actor, body, lang);
    },
  };
}
