import { places, wireDateTime, type Lang } from '@wasl/contracts';

import type { MailTranslate } from './words/index.ts';

/** A list item: text, or text with a link. */
export type MailItem = string | { readonly label: string; readonly url: string };

/** A day for the reader's calendar. */
export interface DueDay {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly event: string;
  /** Identifies the event over several mails; absent for an event of one mail. */
  readonly uid?: string;
  /** Whether the mail removes the event that an earlier one with the same `uid` added. */
  readonly isCancelled?: boolean;
}

/** Contents of a mail before its layout. All texts are plain text, not HTML. */
export interface MailContent {
  readonly lang: Lang;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly list: readonly MailItem[];
  /** Null for mails without a page, such as those to the administrator, who works at a terminal. */
  readonly button: { readonly label: string; readonly url: string } | null;
  readonly note: string | null;
  /** Null for most mails. */
  readonly due: DueDay | null;
  readonly greeting: string;
  readonly signature: string;
  readonly linkHint: string;
  readonly automatic: string;
  /** Link to the mail preferences; null for a mail that cannot be refused. */
  readonly preferences: { readonly label: string; readonly url: string } | null;
  /** Link that unsubscribes from this kind of mail without a session; null for a mail that cannot be refused. */
  readonly unsubscribe: { readonly label: string; readonly url: string } | null;
}

export function unsubscribePath(token: string): string {
  return `/emails/stop/${token}`;
}

/** Page where a person confirms the merge of two accounts. */
export function mergePath(token: string): string {
  return `/emails/reunir/${token}`;
}

/** The variable part of a template; the rest is the same in every mail. */
export type Body = Pick<MailContent, 'subject' | 'paragraphs' | 'button'> &
  Partial<Pick<MailContent, 'list' | 'note' | 'due'>>;

export interface Tools {
  readonly t: MailTranslate;
  readonly lang: Lang;
  readonly link: (path: string) => string;
  readonly at: (instant: string) => string;
  /** Isolates a reference, number or address as left-to-right text inside Arabic. */
  readonly ltr: (text: string) => string;
}

/** `dd/MM/yyyy HH:mm` in Morocco's time, the same in every language. */
export function formatDateTime(instant: Date): string {
  const [year, month, dayAndTime] = wireDateTime(instant).split('/');
  return dayAndTime?.replace(' ', `/${month ?? ''}/${year ?? ''} `) ?? '';
}

/**
 * Path where an agent handles a step: its page, or the row of its request when the step is unknown. When only the
 * request is unknown, the path opens the dialog.
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
