import type { NoticeView } from '@wasl/contracts';

/** Where a notice leads. */
export function noticeAddress({ target, requestId, stepId, numRequest }: NoticeView): string {
  const number = encodeURIComponent(numRequest ?? '');
  switch (target) {
    case 'MESSAGES':
      return stepId === null ? '/messages' : `/messages/${String(stepId)}`;
    case 'FOLLOW_UP':
      return `/requests?number=${number}&follow=${String(requestId ?? 0)}`;
    case 'EDIT':
      return `/editRequest/${String(requestId ?? 0)}`;
    case 'REQUEST':
      return requestId === null ? '/requests' : `/requests/${String(requestId)}`;
    case 'COLLEAGUES':
      return '/profileSettings#colleagues';
    case 'WORKLIST':
      return numRequest === null ? '/requests' : `/requests?number=${number}`;
  }
}
