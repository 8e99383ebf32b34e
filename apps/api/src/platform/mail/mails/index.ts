import type { MailKind, PhoneMessageKind } from '@wasl/contracts';

import type { MailDefinition, MergedMailDefinition, PluginMail } from '../define-mail.ts';
import { accountMails } from './account-mails.ts';
import { administratorMails } from './administrator-mails.ts';
import { agentMails } from './agent-mails.ts';
import { requestMails } from './request-mails.ts';

/** Every mail that the portal writes. */
export const mails = { ...accountMails, ...requestMails, ...agentMails, ...administratorMails };

type Mails = typeof mails;

/** Mails that the portal writes; the one of several events is made of others. */
export type WrittenTemplate = keyof Mails;

/** Mails that wait, and become one with others: see `mergedMail`. */
export type MergedTemplate = {
  [T in WrittenTemplate]: Mails[T] extends MergedMailDefinition<never> ? T : never;
}[WrittenTemplate];

/** Mails that only the administrator gets. */
export type AdministratorTemplate = keyof typeof administratorMails;

type WrittenParams = {
  [T in WrittenTemplate]: Parameters<Mails[T]['body']>[0];
};

/** What one of several merged mails reported. */
export type MergedEvent = {
  [T in MergedTemplate]: { readonly template: T; readonly params: WrittenParams[T] };
}[MergedTemplate];

/** The parameters of every mail; `name` is the reader's. */
export interface MailTemplates extends WrittenParams {
  /** What happened on one request (or what one organisation filed) while the mail waited, in order; at least two events. */
  requestEvents: { name: string; numRequest: string; events: readonly MergedEvent[] };
}
export type MailTemplate = keyof MailTemplates;

/** A mail to write: typed by its template. */
export type Mail = {
  [T in WrittenTemplate]: {
    readonly to: string;
    readonly lang: 'fr' | 'en' | 'ar' | 'es';
    /** How many minutes it stays in the outbox at least; none where it is not given. */
    readonly waitMinutes?: number;
    readonly template: T;
    readonly params: MailTemplates[T];
  };
}[WrittenTemplate];

/** A mail of a plugin to write. */
export interface MailOfPlugin extends Pick<Mail, 'to' | 'lang' | 'waitMinutes'> {
  readonly definition: PluginMail<never>;
  readonly params: { readonly name: string };
}

/** The definition of a mail, for whoever does not know which it is. */
export const definitionOf = (template: WrittenTemplate): MailDefinition<object> =>
  mails[template] as MailDefinition<object>;

export function isMerged(mail: Mail): mail is Extract<Mail, { template: MergedTemplate }> {
  return 'line' in mails[mail.template];
}

/** The kinds under which a mail can be refused, each once: one of several events may be of several. */
export function refusableKinds<T extends MailTemplate>(
  template: T,
  params: MailTemplates[T],
): MailKind[] {
  const templates = 'events' in params ? params.events.map((event) => event.template) : [template];
  const kinds = templates.flatMap((one) =>
    one === 'requestEvents' ? [] : (definitionOf(one).refusable ?? []),
  );
  return [...new Set(kinds)];
}

/** The text message that can take the place of a mail; null where none can. */
export function phoneMessageOf({
  template,
  params,
}: Mail): { readonly kind: PhoneMessageKind; readonly requestId: number } | null {
  const { phone } = mails[template] as MailDefinition<{ requestId: number }>;
  const kind = phone?.(params as { requestId: number }) ?? null;
  return kind === null || !('requestId' in params) ? null : { kind, requestId: params.requestId };
}
