import { places, type NoticeView, type WorklistDialog } from '@wasl/contracts';

/** What an agent does about a notice, in which dialog of the worklist; others lead to the row of the request. */
const dialogs: Partial<Record<NoticeView['kind'], WorklistDialog>> = {
  NEW_STEP: 'update',
  HANDED_OVER: 'update',
  RESUMED: 'update',
  DOCUMENTS_RECEIVED: 'documents',
  RATED: 'follow',
  WITHDRAWN: 'follow',
};

function worklistAddress({ kind, numRequest, stepId }: NoticeView): string {
  // A request whose person took their agreement back is in no list of theirs any more.
  if (numRequest === null || kind === 'AGREEMENT_WITHDRAWN') return places.requests();
  const opens = dialogs[kind];
  return places.worklist(
    numRequest,
    opens === undefined || stepId === null ? undefined : { id: stepId, opens },
  );
}

/** Where a notice leads: to the page or the dialog where its reader can act. */
export function noticeAddress(notice: NoticeView): string {
  const { target, requestId, stepId } = notice;
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
    case 'WORKLIST':
      return worklistAddress(notice);
  }
}
