import { email } from '@wasl/contracts';

import type { Sealing } from '../auth/sealing.ts';
import { afterCommit, type Db } from '../database/db.ts';
import { writeRows, type RowBatch } from '../database/row-writers.repository.ts';
import type { LogEvent, Logger } from '../program/logger.ts';
import { mailRows, outboxRepository, type OutboxRow } from './outbox.repository.ts';
import { sealLink } from './sealed-links.ts';
import {
  definitionOf,
  isMerged,
  phoneMessageOf,
  type AdministratorTemplate,
  type Mail,
  type MailOfPlugin,
  type MailTemplates,
  type MergedTemplate,
} from './mails/index.ts';

/** Rows that are written together in the transaction `tx`. */
type MailBatch = Pick<RowBatch, 'add'> & { readonly tx: Db };

/** Where mails are written, in the transaction of what they tell of. A kind that its reader refused is not. */
export interface Outbox {
  /** Writes a mail; it is sent after `db`'s transaction commits, and never if it does not. */
  enqueue(db: Db, mail: Mail): Promise<void>;
  /** Writes many: a few hundred at a time. */
  enqueueMany(db: Db, mails: readonly Mail[]): Promise<void>;
  /** Adds the mails of one act to its rows. */
  addTo(batch: MailBatch, mails: readonly (Mail | MailOfPlugin)[]): void;
  /** Takes back the mails that tell of steps whose turn came, where they still wait to leave. */
  withdrawAssigned(db: Db, stepIds: readonly number[]): Promise<void>;
  /** Notifies the administrator: by mail where ADMIN_EMAIL names one, and in the log in any case, after the commit. */
  notifyAdministrator<T extends AdministratorTemplate>(
    batch: MailBatch,
    template: T,
    params: Omit<MailTemplates[T], 'name'>,
  ): void;
}

export interface Administrator {
  /** Null where none is configured. */
  readonly email: string | null;
  readonly log: Pick<Logger, 'warn'>;
}

const administratorEvents: { readonly [T in AdministratorTemplate]: LogEvent } = {
  requestsUnrouted: 'request.unrouted',
  organisationUnattended: 'organisation.unattended',
};

/** What merged mails have in common: the request; of what an organisation filed, the organisation. */
const keyOf = (mail: Extract<Mail, { template: MergedTemplate }>): string =>
  mail.template === 'requestsFiled'
    ? `filed:${String(mail.params.partnerId)}`
    : mail.params.numRequest;

// Stricter than any contract: whatever reaches a header is one address and nothing else.
const address = email();

export interface OutboxOptions {
  /** Called after the commit, so that the sender looks at once. */
  readonly wake: () => void;
  /** How long a mail to an agent about a request waits for what else happens on it; 0: nothing waits or is merged. */
  readonly mergeMinutes: number;
  /** Whether people can be told by telephone here. */
  readonly hasPhones?: boolean;
  /** Keeps the secrets of links from whoever reads the table. */
  readonly sealing: Sealing;
  /** Receives what `notifyAdministrator` writes; without it nothing is written. */
  readonly administrator?: Administrator;
}

/** The outbox over the table of mails. */
export function createOutbox({
  wake,
  mergeMinutes,
  hasPhones = false,
  sealing,
  administrator,
}: OutboxOptions): Outbox {
  const pluginRow = ({ to, lang, waitMinutes = 0, definition, params }: MailOfPlugin) => ({
    to: address.parse(to),
    lang,
    template: definition.template,
    params: sealLink(sealing, params),
    priority: definition.priority,
    ofAct: null,
    mergeKey: null,
    kind: null,
    waitMinutes,
    phoneKind: null,
    requestId: null,
  });
  const rowsOf = (mails: readonly (Mail | MailOfPlugin)[]): OutboxRow[] =>
    mails.map((mail) => {
      if ('definition' in mail) return pluginRow(mail);
      const { lang, template } = mail;
      const { priority, rankInAct = null, refusable = null } = definitionOf(template);
      const mergeKey = mergeMinutes > 0 && isMerged(mail) ? keyOf(mail) : null;
      const phone = hasPhones ? phoneMessageOf(mail) : null;
      return {
        to: address.parse(mail.to),
        lang,
        template,
        params: sealLink(sealing, mail.params),
        priority,
        ofAct: rankInAct,
        mergeKey,
        kind: refusable,
        waitMinutes: Math.max(mergeKey === null ? 0 : mergeMinutes, mail.waitMinutes ?? 0),
        phoneKind: phone?.kind ?? null,
        requestId: phone?.requestId ?? null,
      };
    });
  const enqueueMany = async (db: Db, mails: readonly Mail[]): Promise<void> => {
    if (mails.length === 0) return;
    await writeRows(db, mailRows, rowsOf(mails));
    afterCommit(db, wake);
  };
  const addTo = ({ tx, add }: MailBatch, mails: readonly (Mail | MailOfPlugin)[]): void => {
    if (mails.length === 0) return;
    add(mailRows, rowsOf(mails));
    afterCommit(tx, wake);
  };
  return {
    enqueueMany,
    addTo,
    enqueue: async (db, mail) => {
      await enqueueMany(db, [mail]);
    },
    withdrawAssigned: async (db, stepIds) => {
      await outboxRepository(db).withdrawWaiting('stepAssigned', stepIds);
    },
    notifyAdministrator: (batch, template, params) => {
      const to = administrator?.email ?? null;
      // The language of the installation: the administrator has no account to choose one with.
      if (to !== null)
        addTo(batch, [{ to, lang: 'fr', template, params: { ...params, name: to } } as Mail]);
      afterCommit(batch.tx, () => {
        administrator?.log.warn({ event: administratorEvents[template], ...params });
      });
    },
  };
}
