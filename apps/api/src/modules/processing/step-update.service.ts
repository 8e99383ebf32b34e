import type { Lang, StepProgress, StepRating, StepStatus, StepView } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, changedMeanwhile } from '../../platform/http/api-error.ts';
import { deadlinesRepository, loadStatusLabels, routingRepository } from '../requests/index.ts';
import { canRate, isBlocked, isClosed } from '../../rules/step-transitions.ts';
import { feedbackRepository, type NewFeedback } from './feedback.repository.ts';
import { withLockedStep } from './locked-step.ts';
import { presentStep, presentStepNow } from './processing.presenter.ts';
import { processingRepository, type StepViewRow } from './processing.repository.ts';
import { namedDocuments, nextState, notAwaited, writeProgress } from './step-progress.ts';

export type StepUpdateDeps = Pick<Deps, 'db' | 'clock' | 'mail'>;

/** Whether an update has a new feedback for the person. An absent or empty text keeps the old feedback. */
const hasNewFeedback = (step: StepViewRow, feedback = ''): boolean =>
  feedback !== '' && feedback !== step.partnerFeedback;

/** Whether the update would leave the step unchanged. */
function isUnchanged(
  step: StepViewRow,
  next: { readonly status: StepStatus; readonly percent: number },
  feedback: string | undefined,
): boolean {
  const isSameProgress = step.status === next.status && step.percent === next.percent;
  return isSameProgress && !hasNewFeedback(step, feedback);
}

/** @throws ApiError INVALID_INPUT without a reason */
function requireReason(
  path: 'loweredBecause' | 'blockedBecause',
  { [path]: why = '' }: StepProgress,
) {
  if (why === '') throw new ApiError('INVALID_INPUT', { fields: [{ path, key: 'required' }] });
}

/**
 * Returns the new lines of the feedback series: a new feedback, the reason of a lower percent, and the reason of a
 * block.
 * @throws ApiError INVALID_INPUT when a lower percent or a block has no reason
 */
function feedbackEntriesOf(
  before: StepViewRow,
  update: StepProgress,
  { status, percent }: { readonly status: StepStatus; readonly percent: number },
): NewFeedback[] {
  const { partnerFeedback: feedback = '', loweredBecause = '', blockedBecause, version } = update;
  const isLowered = percent < before.percent;
  const isBlockedNow = isBlocked(status) && !isBlocked(before.status);
  // The client of the specification sends neither version nor reason, and must keep working.
  if (isLowered && version !== undefined) requireReason('loweredBecause', update);
  if (isBlockedNow && version !== undefined) requireReason('blockedBecause', update);
  return [
    ...(isLowered && loweredBecause !== ''
      ? [{ kind: 'LOWERED', percent, text: loweredBecause } as const]
      : []),
    // Added even without a reason, so that an earlier reason does not apply again.
    ...(isBlockedNow ? [{ kind: 'BLOCKED', percent, text: blockedBecause || null } as const] : []),
    ...(hasNewFeedback(before, feedback)
      ? [{ kind: 'SAID', percent, text: feedback } as const]
      : []),
  ];
}

/** Updates of a step: progress by the partner, rating by the beneficiary. The role decides, not the shape. */
export function stepUpdateService(deps: StepUpdateDeps) {
  const { db } = deps;
  /** Reads data for the answer before the lock, so that less work runs under it. */
  async function readAhead() {
    const [labels, holidays] = await Promise.all([
      loadStatusLabels(db),
      deadlinesRepository(db).holidays(),
    ]);
    return { labels, holidays };
  }

  async function progress(actor: Actor, update: StepProgress, lang: Lang): Promise<StepView> {
    const ahead = await readAhead();
    const wanted = { codes: update.documents, isClosing: update.status === 'PROCESSED' };
    const { processingStepId } = update;
    return await withLockedStep(deps, actor, processingStepId, wanted, async (locked) => {
      const { act, stepId, requestId, step: before } = locked;
      const { tx, now } = act;
      const reading = { actor, lang, now, ...ahead };
      const next = nextState(locked, before, update);
      const added = notAwaited(locked, namedDocuments(locked.documentTypes, update.documents));
      const isStale = update.version !== undefined && update.version !== before.version;
      // A stale form without changes, such as a repeated update, is accepted: it overwrites nothing.
      const isSame = added.length === 0 && isUnchanged(before, next, update.partnerFeedback);
      if (isStale && !isSame) {
        const change = await processingRepository(tx).lastChange(requestId, stepId);
        throw changedMeanwhile('STEP_CHANGED', presentStepNow(before, change, reading));
      }
      // An unchanged update writes no history, notice, mail or version.
      if (isSame) return presentStep(before, [], reading);
      const entries = feedbackEntriesOf(before, update, next);
      const { partnerFeedback: feedback } = update;
      const after = await writeProgress(locked, actor, { next, feedback, entries, added });
      return presentStep(after, [], reading);
    });
  }

  async function rate(actor: Actor, rating: StepRating, lang: Lang): Promise<StepView> {
    const { processingStepId, beneficiaryRating, beneficiaryFeedback } = rating;
    const ahead = await readAhead();
    return await withLockedStep(deps, actor, processingStepId, {}, async (locked) => {
      const { act, stepId, requestId, step } = locked;
      const { tx, now } = act;
      const repository = processingRepository(tx);
      if (!canRate(step.status, step.rating?.createdAt ?? null, now))
        throw new ApiError(isClosed(step.status) ? 'RATING_CLOSED' : 'RATING_TOO_EARLY');
      const entries = await feedbackRepository(tx).of([stepId]);
      const reading = { actor, lang, now, ...ahead };
      const isSame =
        step.rating?.beneficiaryRating === beneficiaryRating &&
        step.rating.beneficiaryFeedback === beneficiaryFeedback;
      if (isSame) return presentStep(step, entries.get(stepId) ?? [], reading);
      await repository.rate(stepId, { beneficiaryRating, beneficiaryFeedback }, now);
      act.record({
        type: 'step.rated',
        request: { id: requestId },
        step,
        stars: beneficiaryRating,
        agents: await routingRepository(tx).agentsOf([step.partnerId]),
      });
      return presentStep(await repository.stepView(stepId), entries.get(stepId) ?? [], reading);
    });
  }

  return {
    /**
     * @throws ApiError NOT_FOUND; progress: STEP_FULLY_CLAIMED, STEP_CLOSED, STEP_CHANGED, REQUEST_ON_HOLD,
     * STATE_CONFLICT, INVALID_INPUT; rating: RATING_CLOSED, RATING_TOO_EARLY
     */
    async update(actor: Actor, body: StepProgress | StepRating, lang: Lang): Promise<StepView> {
      return body.kind === 'progress'
        ? await progress(actor, body, lang)
        : await rate(actor, body, lang);
    },
  };
}
