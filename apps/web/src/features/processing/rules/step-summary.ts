import type { StepSummary, StepView } from '@wasl/contracts';

import { currentReason } from './earlier-feedbacks.ts';

/** A step of the follow-up as the rules of `domain/requests/whose-move.ts` read it. */
export function summaryOf(step: StepView): StepSummary {
  return {
    id: step.id,
    task: step.taskDef.title.libelle,
    organisation: step.taskDef.partner.title,
    status: step.status.code,
    awaited: step.documents.filter(({ url }) => url === null).map(({ document }) => document),
    words: currentReason(step)?.text ?? step.partnerFeedback,
    isRated: step.rating !== null,
    messageToAnswer: step.messageToAnswer,
  };
}
