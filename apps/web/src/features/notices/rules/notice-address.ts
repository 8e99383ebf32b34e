import { places, type NoticeView, type StepFilePart } from '@wasl/contracts';

/** Part of the step's page for each kind of notice; other kinds lead to its top. */
const parts: Partial<Record<NoticeView['kind'], StepFilePart>> = {
  DOCUMENTS_RECEIVED: 'documents',
  MENTIONED: 'notes',
  RATED: 'rating',
  FILE_REMOVED: 'history',
  WITHDRAWN: 'history',
};

function agentAddress({ kind, numRequest, requestId, stepId }: NoticeView): string {
  if (kind === 'HANDED_OVER' && requestId === null) return places.ownSteps();
  // After the person withdrew their agreement, the request is in no list of the agent.
  if (numRequest === null || kind === 'AGREEMENT_WITHDRAWN') return places.requests();
  return requestId === null || stepId === null
    ? places.worklist(numRequest)
    : places.stepFile(requestId, stepId, parts[kind]);
}

/** Address of a notice: the page or dialog where its reader can act. */
export function noticeAddress(notice: NoticeView): string {
  const { kind, target, requestId, stepId } = notice;
  // Refers to an identity paper or a logo.
  if (kind === 'FILE_INFECTED' && requestId === null) return places.profile();
  switch (target) {
    case 'MESSAGES':
      return stepId === null ? places.conversations() : places.conversation(stepId);
    case 'FOLLOW_UP':
      return requestId === null ? places.requests() : places.followUp(requestId);
    case 'EDIT':
      return requestId === null ? places.requests() : places.editRequest(requestId);
    case 'REQUEST':
      return requestId === null ? places.requests() : places.request(requestId);
    case 'COLLEAGUES':
      return places.colleagues();
    case 'OTHER_SYSTEMS':
      return places.otherSystems();
    case 'WORKLIST':
      return agentAddress(notice);
  }
}
