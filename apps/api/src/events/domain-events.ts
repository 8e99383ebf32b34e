import type { Lang } from '@wasl/contracts';

import { displayName } from '../platform/database/person-name.ts';
import { langOf } from '../platform/i18n/lang-of.ts';
import type { AdministratorTemplate, Mail, MailTemplates } from '../platform/mail/mails/index.ts';
import { accountEvents } from './account-events.ts';
import type { HistoryLine } from './history.repository.ts';
import { importEvents } from './import-events.ts';
import type { WrittenNotice } from './notices.repository.ts';
import { organisationEvents } from './organisation-events.ts';
import { roles, type Addressee, type Person, type Reaction } from './reaction.ts';
import { reminderEvents } from './reminder-events.ts';
import { requestEvents } from './request-events.ts';
import { stepEvents } from './step-events.ts';

/** Every kind of event with what it leaves; docs/events.md is printed from it. */
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

/** Something that happened: its kind and what its reports need. */
export type DomainEvent = {
  [T in EventType]: { readonly type: T } & (Reactions[T] extends Reaction<infer E> ? E : never);
}[EventType];

type AdministratorMail = {
  [T in AdministratorTemplate]: {
    readonly template: T;
    readonly params: Omit<MailTemplates[T], 'name'>;
  };
}[AdministratorTemplate];

/** What an event leaves. */
export interface EventReports {
  readonly history: readonly HistoryLine[];
  readonly notices: readonly WrittenNotice[];
  readonly mails: readonly Mail[];
  readonly toAdministrator: readonly AdministratorMail[];
}

// The reactions are typed by their events where they are declared; here they are looked up by name.
type Reader = Person & Partial<Addressee>;
interface AnyReport {
  readonly readers: (event: DomainEvent) => readonly Reader[];
  readonly notices?: Record<
    string,
    (event: DomainEvent, reader: Reader) => Omit<WrittenNotice, 'userId' | 'kind'> | null
  >;
  readonly mails?: Record<
    string,
    (event: DomainEvent, reader: Reader, lang: Lang) => object | null
  >;
  readonly waitMinutes?: (event: DomainEvent) => number;
}

function noticesFor(event: DomainEvent, report: AnyReport): WrittenNotice[] {
  const kinds = Object.entries(report.notices ?? {});
  if (kinds.length === 0) return [];
  return report.readers(event).flatMap((reader) =>
    kinds.flatMap(([kind, noticeOf]) => {
      const notice = noticeOf(event, reader);
      return notice === null ? [] : [{ ...notice, kind, userId: reader.id } as WrittenNotice];
    }),
  );
}

function mailsFor(event: DomainEvent, report: AnyReport): Mail[] {
  const templates = Object.entries(report.mails ?? {});
  if (templates.length === 0) return [];
  const waitMinutes = report.waitMinutes?.(event) ?? 0;
  return report.readers(event).flatMap((reader) => {
    const lang = langOf(reader.lang);
    return templates.flatMap(([template, paramsOf]) => {
      const params = paramsOf(event, reader, lang);
      if (params === null) return [];
      const name = reader.name ?? displayName(reader);
      return [
        { to: reader.email, lang, waitMinutes, template, params: { name, ...params } } as Mail,
      ];
    });
  });
}

/** What an event leaves, for each of its readers. */
export function reportsOf(event: DomainEvent): EventReports {
  const { history, administrator = {}, ...byRole } = reactions[event.type] as Reaction<DomainEvent>;
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
