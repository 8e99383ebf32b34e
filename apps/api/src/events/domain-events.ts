import type { Lang } from '@wasl/contracts';

import { displayName } from '../platform/database/person-name.ts';
import { langOf } from '../platform/i18n/lang-of.ts';
import type {
  AdministratorTemplate,
  Mail,
  MailOfPlugin,
  MailTemplates,
} from '../platform/mail/mails/index.ts';
import { accountEvents } from './account-events.ts';
import type { HistoryLine } from './history.repository.ts';
import { importEvents } from './import-events.ts';
import type { WrittenNotice } from './notices.repository.ts';
import { organisationEvents } from './organisation-events.ts';
import {
  roles,
  type Addressee,
  type MailByPlugin,
  type Person,
  type Reaction,
} from './reaction.ts';
import { reminderEvents } from './reminder-events.ts';
import { requestEvents } from './request-events.ts';
import { stepEvents } from './step-events.ts';

/** Every kind of event with its reaction. docs/events.md is generated from it. */
export const reactions = {
  ...requestEvents,
  ...stepEvents,
  ...importEvents,
  ...organisationEvents,
  ...accountEvents,
  ...reminderEvents,
};

type Reactions = typeof reactions;
export type EventType = keyof Reactions;

/** An event: its kind, and the data for its reports. */
export type DomainEvent = {
  [T in EventType]: { readonly type: T } & (Reactions[T] extends Reaction<infer E> ? E : never);
}[EventType];

type AdministratorMail = {
  [T in AdministratorTemplate]: {
    readonly template: T;
    readonly params: Omit<MailTemplates[T], 'name'>;
  };
}[AdministratorTemplate];

export interface EventReports {
  readonly history: readonly HistoryLine[];
  readonly notices: readonly WrittenNotice[];
  readonly mails: readonly (Mail | MailOfPlugin)[];
  readonly toAdministrator: readonly AdministratorMail[];
}

// The reactions are typed by their events where they are declared; here an event is any of them.
type AnyEvent = object;
type Reader = Person & Partial<Addressee>;
interface AnyReport {
  readonly readers: (event: AnyEvent) => readonly Reader[];
  readonly notices?: Record<
    string,
    (event: AnyEvent, reader: Reader) => Omit<WrittenNotice, 'userId' | 'kind'> | null
  >;
  readonly mails?: Record<string, (event: AnyEvent, reader: Reader, lang: Lang) => object | null>;
  readonly pluginMails?: readonly MailByPlugin<AnyEvent, Reader>[];
  readonly waitMinutes?: (event: AnyEvent) => number;
}

function noticesFor(event: AnyEvent, report: AnyReport): WrittenNotice[] {
  const kinds = Object.entries(report.notices ?? {});
  if (kinds.length === 0) return [];
  return report.readers(event).flatMap((reader) =>
    kinds.flatMap(([kind, noticeOf]) => {
      const notice = noticeOf(event, reader);
      return notice === null ? [] : [{ ...notice, kind, userId: reader.id } as WrittenNotice];
    }),
  );
}

function mailsFor(event: AnyEvent, report: AnyReport): (Mail | MailOfPlugin)[] {
  const templates = [
    ...Object.entries(report.mails ?? {}).map(([template, paramsOf]) => ({
      of: { template },
      paramsOf,
    })),
    ...(report.pluginMails ?? []).map(({ definition, paramsOf }) => ({
      of: { definition },
      paramsOf,
    })),
  ];
  if (templates.length === 0) return [];
  const waitMinutes = report.waitMinutes?.(event) ?? 0;
  return report.readers(event).flatMap((reader) => {
    const lang = langOf(reader.lang);
    return templates.flatMap(({ of, paramsOf }) => {
      const params = paramsOf(event, reader, lang);
      if (params === null) return [];
      const name = reader.name ?? displayName(reader);
      return [
        { to: reader.email, lang, waitMinutes, ...of, params: { name, ...params } } as
          | Mail
          | MailOfPlugin,
      ];
    });
  });
}

/** What an event leaves, for each of its readers. */
export const reportsOf = (event: DomainEvent): EventReports =>
  reportsBy(reactions[event.type] as Reaction<DomainEvent>, event);

/** What an event leaves by a reaction that declares its kind. */
export function reportsBy<E extends object>(reaction: Reaction<E>, event: E): EventReports {
  const { history, administrator = {}, ...byRole } = reaction;
  const reports = roles.flatMap((role) => (byRole[role] as AnyReport | undefined) ?? []);
  return {
    history: history?.(event) ?? [],
    notices: reports.flatMap((report) => noticesFor(event, report)),
    mails: reports.flatMap((report) => mailsFor(event, report)),
    toAdministrator: Object.entries(administrator).flatMap(([template, paramsOf]) => {
      const params = paramsOf(event);
      return params === null ? [] : [{ template, params } as AdministratorMail];
    }),
  };
}
