import type { MailKind } from '@wasl/contracts';

import type { MailTemplate } from './templates.ts';

/**
 * The mails that a person may refuse, by the kind they choose from. A template that is not here is
 * always sent: confirmation, password, invitation and approval concern the account itself, a hold or a withdrawn agreement stops people's work.
 */
const refusable: Partial<Record<MailTemplate, MailKind>> = {
  requestReceived: 'RECEIPT',
  stepAssigned: 'ASSIGNED',
  stepsAssigned: 'ASSIGNED',
  documentsExpected: 'DOCUMENTS',
  statusChanged: 'STATUS',
  stepPassedOn: 'STATUS',
  requestHandled: 'STATUS',
  messageReceived: 'MESSAGE',
  noteMention: 'MESSAGE',
  agentDigest: 'DIGEST',
  notTakenUp: 'NOT_TAKEN_UP',
  documentAwaited: 'DOCUMENT_AWAITED',
  draftForgotten: 'DRAFT',
};

/** The kind under which the mail can be refused; undefined for one that always goes out. */
export function refusableKind(template: MailTemplate): MailKind | undefined {
  return refusable[template];
}
