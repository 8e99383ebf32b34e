import { randomUUID } from 'node:crypto';

import { email } from '@wasl/contracts';

import type { Sealing } from '../auth/sealing.ts';
import { afterCommit, type Db } from '../database/db.ts';
import { writeRows, type RowBatch } from '../database/row-writers.repository.ts';
import { groupBy } from '../program/group-by.ts';
import type { LogEvent, Logger } from '../program/logger.ts';
import { mailWriter, outboxRepository, type OutboxRow } from './outbox.repository.ts';
import { sealLink } from './sealed-links.ts';
import {
  definitionOf,
  isMerged,
  isMergedInAct,
  type AdministratorTemplate,
  type Mail,
  type MailOfPlugin,
  type MailTemplates,
  type MergedTemplate,
} from './mails/index.ts';
import { wordOf, type StandIn } from './stand-in.ts';

/** Rows that are written together in the transaction `tx`. */
type MailBatch = Pick<RowBatch, 'add'> & { readonly tx: Db };

/** Writes mails in the transaction of their event. It skips kinds that the reader refused. */
export interface Outbox {
  /** Writes a mail. It is sent after `db`'s transaction commits, never after a rollback. */
  enqueue(db: Db, mail: Mail): Promise<void>;
  /** Writes a few hundred mails at a time. */
  enqueueMany(db: Db, mails: readonly Mail[]): Promise<void>;
  addTo(batch: MailBatch, mails: readonly (Mail | MailOfPlugin)[]): void;
  /** Withdraws waiting mails about the assignment of these steps. */
  withdrawAssigned(db: Db, stepIds: readonly number[]): Promise<void>;
  /** Notifies the administrator after the commit: always in the log, and by mail if ADMIN_EMAIL is set. */
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

/** Key of merged mails: the request, or for filed requests the organisation. */
const keyOf = (mail: Extract<Mail, { template: MergedTemplate }>): string =>
  mail.template === 'requestsFiled'
    ? `filed:${String(mail.params.partnerId)}`
    : mail.params.numRequest;

/** Keys of the mails of one act that merge: several with one recipient and template. */
function actKeysOf(mails: readonly (Mail | MailOfPlugin)[]): ReadonlyMap<object, string> {
  const merging = mails.filter(
    (mail): mail is Mail => 'template' in mail && isMergedInAct(mail.template),
  );
  const groups = groupBy(merging, ({ to, template }) => `${template} ${to}`);
  return new Map(
    [...groups.values()].flatMap((group) => {
      const key = `act:${randomUUID()}`;
      return group.length === 1 ? [] : group.map((mail) => [mail, key] as const);
    }),
  );
}

// Stricter than any contract: a header receives exactly one address.
const address = email();

export interface OutboxOptions {
  /** Called after the commit, so that the sender polls at once. */
  readonly wake: () => void;
  /** Minutes that a mail to an agent about a request waits for other events; 0: no wait and no merging. */
  readonly mergeMinutes: number;
  /** Informs people in place of some mails. */
  readonly standIn?: StandIn | undefined;
  /** Encrypts the secrets of links in the table. */
  readonly sealing: Sealing;
  /** Recipient of `notifyAdministrator`; without it nothing is written. */
  readonly administrator?: Administrator;
}

export function createOutbox({
  wake,
  mergeMinutes,
  standIn,
  sealing,
  administrator,
}: OutboxOptions): Outbox {
  const mailRows = mailWriter(standIn);
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
    word: null,
  });
  const rowsOf = (mails: readonly (Mail | MailOfPlugin)[]): OutboxRow[] => {
    const actKeys = actKeysOf(mails);
    return mails.map((mail) => {
      if ('definition' in mail) return pluginRow(mail);
      const { lang, template } = mail;
      const { priority, rankInAct = null, refusable = null } = definitionOf(template);
      const isWaiting = mergeMinutes > 0 && isMerged(mail);
      return {
        to: address.parse(mail.to),
        lang,
        template,
        params: sealLink(sealing, mail.params),
        priority,
        ofAct: rankInAct,
        mergeKey: isWaiting ? keyOf(mail) : (actKeys.get(mail) ?? null),
        kind: refusable,
        waitMinutes: Math.max(isWaiting ? mergeMinutes : 0, mail.waitMinutes ?? 0),
        word: standIn === undefined ? null : wordOf(standIn, mail),
      };
    });
  };
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
      // The administrator has no account with a language, so the mail uses the installation's.
      if (to !== null)
        addTo(batch, [{ to, lang: 'fr', template, params: { ...params, name: to } } as Mail]);
      afterCommit(batch.tx, () => {
        administrator?.log.warn({
          event: administratorEvents[template],
          see: 'npm run admin -- requests unrouted',
          ...params,
        });
      });
    },
  };
}
