import type { StepFeedback, StepView } from '@wasl/contracts';

/** What was said on a step before the feedback that stands now, newest first. */
export function earlierFeedbacks({
  partnerFeedback,
  feedbacks,
}: Pick<StepView, 'partnerFeedback' | 'feedbacks'>): StepFeedback[] {
  const standing = feedbacks.find(
    ({ kind, text }) => kind === 'SAID' && text !== null && text === partnerFeedback,
  );
  return feedbacks.filter((item) => item !== standing);
}
