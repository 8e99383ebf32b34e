import type { MailKind } from '@wasl/contracts';

import type { MailDefinition, MergedMailDefinition, PluginMail } from '../define-mail.ts';
import { accountMails } from './account-mails.ts';
import { administratorMails } from './administrator-mails.ts';
import { agentMails } from './agent-mails.ts';
import { requestMails } from './request-mails.ts';

export const mails = { ...accountMails, ...requestMails, ...agentMails, ...administratorMails };

type Mails = typeof mails;

/** Templates that the portal writes. The mail of several events is composed from them. */
export type WrittenTemplate = keyof Mails;

/** Templates whose mails are merged: see `mergedMail`. */
export type MergedTemplate = {
  [T in WrittenTemplate]: Mails[T] extends MergedMailDefinition<never> ? T : never;
}[WrittenTemplate];

export type AdministratorTemplate = keyof typeof administratorMails;

type WrittenParams = {
  [T in WrittenTemplate]: Parameters<Mails[T]['body']>[0];
};

export type MergedEvent = {
  [T in MergedTemplate]: { readonly template: T; readonly params: WrittenParams[T] };
}[MergedTemplate];

/** Parameters of every mail; `name` is the reader's name. */
export interface MailTemplates extends WrittenParams {
  /**
   * Events on one request (or filings of one organisation) while the mail waited, or of one act, in order; at least
   * two.
   */
  requestEvents: { name: string; numRequest: string; events: readonly MergedEvent[] };
}
export type MailTemplate = keyof MailTemplates;

export type Mail = {
  [T in WrittenTemplate]: {
    readonly to: string;
    readonly lang: 'fr' | 'en' | 'ar' | 'es';
    /** Minimum minutes in the outbox; default none. */
    readonly waitMinutes?: number;
    readonly template: T;
    readonly params: MailTemplates[T];
  };
}[WrittenTemplate];

export interface MailOfPlugin extends Pick<Mail, 'to' | 'lang' | 'waitMinutes'> {
  readonly definition: PluginMail<never>;
  readonly params: { readonly name: string };
}

/** Definition of a mail whose template is not known statically. */
export const definitionOf = (template: WrittenTemplate): MailDefinition<object> =>
  mails[template] as MailDefinition<object>;

/** Mails of one act to one person with such a template become one. They do not wait for other acts. */
const mergedInAct = ['documentsExpected', 'messageReceived'] as const satisfies MergedTemplate[];

export const isMergedInAct = (template: string): template is (typeof mergedInAct)[number] =>
  mergedInAct.some((one) => one === template);

/** Whether a mail is merged with later ones. */
export function isMerged(mail: Mail): mail is Extract<Mail, { template: MergedTemplate }> {
  return 'line' in mails[mail.template] && !isMergedInAct(mail.template);
}

/** Distinct kinds under which a mail can be refused; a mail of several events may have several. */
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
