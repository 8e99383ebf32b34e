import type { PhoneMessageKind } from '@wasl/contracts';

import type { Mail, MailTemplates, WrittenTemplate } from '../mail/templates.ts';

/** What a mail is to somebody who asked to be told on their telephone instead. */
export interface PhoneWord {
  readonly kind: PhoneMessageKind;
  readonly requestId: number;
}

type AboutRequest = {
  [T in WrittenTemplate]: MailTemplates[T] extends { requestId: number } ? T : never;
}[WrittenTemplate];

/**
 * The mails to a beneficiary that a word can stand for. One that is not here is always a mail: a receipt is kept, a message has to
 * be read where it is answered, and what concerns the account goes to the address that owns it.
 */
const kinds: {
  readonly [T in AboutRequest]?: (params: MailTemplates[T]) => PhoneMessageKind | null;
} = {
  documentsExpected: () => 'ACTION',
  agreementAsked: () => 'ACTION',
  // What the owner did themselves is for their records.
  statusChanged: ({ page, isOwn }) =>
    isOwn === true ? null : page === 'edit' ? 'ACTION' : 'PROGRESS',
  stepPassedOn: () => 'PROGRESS',
  closingTakenBack: () => 'PROGRESS',
  documentAwaited: () => 'REMINDER',
  draftForgotten: () => 'REMINDER',
  requestHandled: () => 'ENDED',
};

/** The mails that a word to a telephone can stand for. */
export const phoneTemplates: readonly string[] = Object.keys(kinds);

/** The word for a mail; null where there is none. */
export function phoneWordOf({ template, params }: Mail): PhoneWord | null {
  // The table ties each template to its own parameters.
  const kindOf = (
    kinds as Partial<Record<WrittenTemplate, (given: unknown) => PhoneMessageKind | null>>
  )[template];
  const kind = kindOf?.(params) ?? null;
  if (kind === null || !('requestId' in params)) return null;
  return { kind, requestId: params.requestId };
}
