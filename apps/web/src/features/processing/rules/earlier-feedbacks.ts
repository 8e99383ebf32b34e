import type { StepFeedback, StepView } from '@wasl/contracts';

/** What blocks a step now, in the words of its organisation; nothing where it is not blocked, or nobody said why. */
export function standingReason({
  status,
  feedbacks,
}: Pick<StepView, 'status' | 'feedbacks'>): StepFeedback | undefined {
  if (status.code !== 'BLOCKED') return undefined;
  const latest = feedbacks.find(({ kind }) => kind === 'BLOCKED');
  return latest === undefined || latest.text === null ? undefined : latest;
}

/** What was said on a step before what stands now, newest first. */
export function earlierFeedbacks({
  partnerFeedback,
  feedbacks,
  status,
}: Pick<StepView, 'partnerFeedback' | 'feedbacks' | 'status'>): StepFeedback[] {
  const reason = standingReason({ status, feedbacks });
  const standing = feedbacks.find(
    ({ kind, text }) => kind === 'SAID' && text !== null && text === partnerFeedback,
  );
  return feedbacks.filter((item) => item !== standing && item !== reason);
}
