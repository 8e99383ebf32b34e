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

/** Whether an update says something else to the person than what they read already; an absent or empty feedback erases none. */
const saysOtherwise = (step: StepViewRow, feedback = ''): boolean =>
  feedback !== '' && feedback !== step.partnerFeedback;

/** Whether the step stands as an update would leave it. */
function saysTheSame(
  step: StepViewRow,
  next: { readonly status: StepStatus; readonly percent: number },
  feedback: string | undefined,
): boolean {
  const isKept = step.status === next.status && step.percent === next.percent;
  return isKept && !saysOtherwise(step, feedback);
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
  const { partnerFeedback: feedback = '', loweredBecause = '', blockedBecause, version } = update;
  const isLowered = percent < before.percent;
  const isBlockedNow = isBlocked(status) && !isBlocked(before.status);
  // The specified client knows no version and no reason: it works as before.
  if (isLowered && version !== undefined) refuseUnsaid('loweredBecause', update);
  if (isBlockedNow && version !== undefined) refuseUnsaid('blockedBecause', update);
  return [
    ...(isLowered && loweredBecause !== ''
      ? [{ kind: 'LOWERED', percent, text: loweredBecause } as const]
      : []),
    // Also where nobody says why: a reason of an earlier time does not stand again.
    ...(isBlockedNow ? [{ kind: 'BLOCKED', percent, text: blockedBecause || null } as const] : []),
    ...(saysOtherwise(before, feedback)
      ? [{ kind: 'SAID', percent, text: feedback } as const]
      : []),
  ];
}

/** Updating a step: progress by the partner, rating by the beneficiary. The role decides, never the shape. */
export function stepUpdateService(deps: StepUpdateDeps) {
  const { db } = deps;
  /** What reading the step afterwards needs, read ahead: whoever waits for the lock waits for every statement under it. */
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
      // A form that began earlier and says what stands already, an update sent twice for one, loses nothing.
      const isSame = added.length === 0 && saysTheSame(before, next, update.partnerFeedback);
      if (isStale && !isSame) {
        const change = await processingRepository(tx).lastChange(requestId, stepId);
        throw changedMeanwhile('STEP_CHANGED', presentStepNow(before, change, reading));
      }
      // Nothing changed: no history, no notice, no mail, and no new version.
      if (isSame) return presentStep(before, [], reading);
      const said = saidBy(before, update, next);
      const { partnerFeedback: feedback } = update;
      const after = await writeProgress(locked, actor, { next, feedback, said, added });
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
      const said = await feedbackRepository(tx).of([stepId]);
      const reading = { actor, lang, now, ...ahead };
      const isSame =
        step.rating?.beneficiaryRating === beneficiaryRating &&
        step.rating.beneficiaryFeedback === beneficiaryFeedback;
      if (isSame) return presentStep(step, said.get(stepId) ?? [], reading);
      await repository.rate(stepId, { beneficiaryRating, beneficiaryFeedback }, now);
      act.record({
        type: 'step.rated',
        request: { id: requestId },
        step,
        stars: beneficiaryRating,
        agents: await routingRepository(tx).agentsOf([step.partnerId]),
      });
      return presentStep(await repository.stepView(stepId), said.get(stepId) ?? [], reading);
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
