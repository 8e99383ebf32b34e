import type { MailKind } from '@wasl/contracts';

import type { MailTemplate, MailTemplates, WrittenTemplate } from './templates.ts';

/**
 * The mails that a person may refuse, by the kind they choose from. A template that is not here is
 * always sent: confirmation, password, invitation and approval concern the account itself, a hold or a withdrawn agreement stops people's work.
 */
const refusable: Partial<Record<WrittenTemplate, MailKind>> = {
  requestReceived: 'RECEIPT',
  requestsFiled: 'RECEIPT',
  stepAssigned: 'ASSIGNED',
  stepsAssigned: 'ASSIGNED',
  documentsExpected: 'DOCUMENTS',
  statusChanged: 'STATUS',
  stepPassedOn: 'STATUS',
  closingTakenBack: 'STATUS',
  requestHandled: 'STATUS',
  messageReceived: 'MESSAGE',
  noteMention: 'MESSAGE',
  beneficiaryWrote: 'MESSAGE',
  agentDigest: 'DIGEST',
  notTakenUp: 'NOT_TAKEN_UP',
  documentAwaited: 'DOCUMENT_AWAITED',
  draftForgotten: 'DRAFT',
};

/** The kind under which the mail can be refused; undefined for one that always goes out. */
export function refusableKind(template: WrittenTemplate): MailKind | undefined {
  return refusable[template];
}

/** The kinds under which a mail can be refused, each once: one of several events may be of several. */
export function refusableKinds<T extends MailTemplate>(
  template: T,
  params: MailTemplates[T],
): MailKind[] {
  const templates = 'events' in params ? params.events.map((event) => event.template) : [template];
  const kinds = templates.flatMap((one) =>
    one === 'requestEvents' ? [] : (refusableKind(one) ?? []),
  );
  return [...new Set(kinds)];
}
