import type { StepFeedback, StepView } from '@wasl/contracts';

/** Reason why a step is blocked; undefined when it is not blocked or has no reason. */
export function currentReason({
  status,
  feedbacks,
}: Pick<StepView, 'status' | 'feedbacks'>): StepFeedback | undefined {
  if (status.code !== 'BLOCKED') return undefined;
  const latest = feedbacks.find(({ kind }) => kind === 'BLOCKED');
  return latest === undefined || latest.text === null ? undefined : latest;
}

/** Feedback before the present one, newest first. */
export function earlierFeedbacks({
  partnerFeedback,
  feedbacks,
  status,
}: Pick<StepView, 'partnerFeedback' | 'feedbacks' | 'status'>): StepFeedback[] {
  const reason = currentReason({ status, feedbacks });
  const present = feedbacks.find(
    ({ kind, text }) => kind === 'SAID' && text !== null && text === partnerFeedback,
  );
  return feedbacks.filter((item) => item !== present && item !== reason);
}
