import { places, wireDateTime, type Lang } from '@wasl/contracts';

import type { MailTranslate } from './words/index.ts';

/** A line of a list: words, or words that lead somewhere. */
export type MailItem = string | { readonly label: string; readonly url: string };

/** What a mail says, before it is laid out. Plain text everywhere: nothing here is HTML. */
export interface MailContent {
  readonly lang: Lang;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly list: readonly MailItem[];
  /** Null where there is no page to act on: the administrator works at a terminal. */
  readonly button: { readonly label: string; readonly url: string } | null;
  readonly note: string | null;
  readonly greeting: string;
  readonly signature: string;
  readonly linkHint: string;
  readonly automatic: string;
  /** Where the reader chooses their mails; null on one that cannot be refused. */
  readonly preferences: { readonly label: string; readonly url: string } | null;
  /** Turns off the mails of its kind, without a session; null on one that cannot be refused. */
  readonly unsubscribe: { readonly label: string; readonly url: string } | null;
}

/** Where a mail's own kind is turned off. */
export function unsubscribePath(token: string): string {
  return `/emails/stop/${token}`;
}

/** What a template says; the rest is the same in every mail. */
export type Body = Pick<MailContent, 'subject' | 'paragraphs' | 'button'> &
  Partial<Pick<MailContent, 'list' | 'note'>>;

/** What a template writes with. */
export interface Tools {
  readonly t: MailTranslate;
  readonly lang: Lang;
  readonly link: (path: string) => string;
  readonly at: (instant: string) => string;
  /** A reference, number or address: reads left to right inside Arabic too. */
  readonly ltr: (text: string) => string;
}

/** `dd/MM/yyyy HH:mm` in Morocco's time, the same in every language. */
export function formatDateTime(instant: Date): string {
  const [year, month, dayAndTime] = wireDateTime(instant).split('/');
  return dayAndTime?.replace(' ', `/${month ?? ''}/${year ?? ''} `) ?? '';
}

/**
 * Where an agent moves a step on: its page, or the row of its request where the step is not known, with the dialog
 * open where only the request is not.
 */
export function stepPlace({
  numRequest,
  requestId,
  stepId,
}: {
  readonly numRequest: string;
  readonly requestId?: number;
  readonly stepId?: number;
}): string {
  if (stepId === undefined) return places.worklist(numRequest);
  return requestId === undefined
    ? places.worklist(numRequest, { id: stepId, opens: 'update' })
    : places.stepFile(requestId, stepId);
}
