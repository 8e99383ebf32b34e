import type { Lang, NoticeKind } from '@wasl/contracts';

import type { OrganisationName } from '../platform/i18n/in-lang.ts';
import type { PluginMail } from '../platform/mail/define-mail.ts';
import type {
  AdministratorTemplate,
  MailTemplates,
  WrittenTemplate,
} from '../platform/mail/mails/index.ts';
import type { StepReader } from '../policies/step-readers.ts';
import type { HistoryLine } from './history.repository.ts';
import type { WrittenNotice } from './notices.repository.ts';

/** A person who can get mails. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly lang: string;
  readonly nom: string;
  readonly prenom: string;
  readonly companyName: string | null;
}

/** An agent who can get mails, with their organisation. */
export interface Agent extends Person, StepReader {
  readonly partner: OrganisationName & { readonly id: number };
}

/** A mail address with a name and a language. */
export interface Addressee {
  readonly email: string;
  readonly lang: string;
  readonly name: string;
}

export interface AboutRequest {
  readonly id: number;
  readonly numRequest: string;
  readonly beneficiary: Person;
}

/** Readers by role, with the names of the columns in docs/events.md. */
interface Readers {
  readonly beneficiary: Person;
  /** The owner of the step or their substitute; else every agent of its organisation. */
  readonly agents: Agent;
  readonly newOwner: Pick<Person, 'id'>;
  /** The colleague named by the author. */
  readonly colleague: Person;
  /** The agents who decide on the keys, addresses and colleagues of an organisation. */
  readonly responsibles: Person;
  readonly sender: Person;
  readonly account: Addressee;
}
export type Role = keyof Readers;
export const roles = [
  'beneficiary',
  'agents',
  'newOwner',
  'colleague',
  'responsibles',
  'sender',
  'account',
] as const satisfies readonly Role[];

type NoticeOf<E, R> = (event: E, reader: R) => Omit<WrittenNotice, 'userId' | 'kind'> | null;
type Notices<E, R> = { readonly [K in NoticeKind]?: NoticeOf<E, R> };
type MailOf<E, R, T extends WrittenTemplate> = (
  event: E,
  reader: R,
  lang: Lang,
) => Omit<MailTemplates[T], 'name'> | null;

type Mails<E, R> = { readonly [T in WrittenTemplate]?: MailOf<E, R, T> };

/** A mail of a plugin, with its parameters for a reader. */
export interface MailByPlugin<E, R> {
  readonly definition: PluginMail<never>;
  readonly paramsOf: (event: E, reader: R, lang: Lang) => object | null;
}

/** @param paramsOf the parameters of the mail for a reader; null leaves it out */
export const mailBy = <P extends object, E, R>(
  definition: PluginMail<P>,
  paramsOf: (event: E, reader: R, lang: Lang) => P | null,
): MailByPlugin<E, R> => ({ definition, paramsOf });

/** What the readers of one role get of an event. A function that returns null leaves it out. */
export interface Report<E, R> {
  readonly readers: (event: E) => readonly R[];
  readonly notices?: R extends { readonly id: string } ? Notices<E, R> : never;
  readonly mails?: R extends { readonly email: string } ? Mails<E, R> : never;
  readonly pluginMails?: R extends { readonly email: string }
    ? readonly MailByPlugin<E, R>[]
    : never;
  /** For how many minutes the mails stay in the outbox at least. */
  readonly waitMinutes?: (event: E) => number;
}

/** The reaction to a kind of event: history, notices and mails. All functions are pure. */
export type Reaction<E> = { readonly [R in Role]?: Report<E, Readers[R]> } & {
  readonly history?: (event: E) => readonly HistoryLine[];
  readonly administrator?: {
    readonly [T in AdministratorTemplate]?: (event: E) => Omit<MailTemplates[T], 'name'> | null;
  };
};

/** Declares a kind of event by its members (`E`) and its reaction. */
export const on = <E>(reaction: Reaction<E>): Reaction<E> => reaction;
