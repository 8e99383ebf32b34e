import { inTransaction, type Db, type TransactionOptions } from '../platform/database/db.ts';
import { rowBatch, type RowBatch } from '../platform/database/row-writers.repository.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import type { AdministratorTemplate, Mail, MailTemplates } from '../platform/mail/templates.ts';
import type { Deps } from '../platform/program/deps.ts';
import type { Author } from './author.ts';
import { historyRows, type HistoryLine } from './history.repository.ts';
import { noticeRows, type WrittenNotice } from './notices.repository.ts';
import { onePerPerson } from './one-per-person.ts';

/**
 * What one author does in one transaction, with the history, notices and mails that report it. `flush` writes the history and
 * the rows added so far in one statement: call it before a read that needs them. `finish` writes everything, with one
 * notice and one mail for each person (behaviour §10.13): call it once, at the end.
 */
export interface Act extends RowBatch {
  readonly tx: Db;
  readonly author: Author;
  readonly now: Date;
  readonly finish: () => Promise<void>;
  history(lines: readonly HistoryLine[]): void;
  notify(notices: readonly WrittenNotice[]): void;
  mail(...mails: readonly Mail[]): void;
  /** By mail where ADMIN_EMAIL names one, and in the log after the commit. */
  notifyAdministrator<T extends AdministratorTemplate>(
    template: T,
    params: Omit<MailTemplates[T], 'name'>,
  ): void;
}

/** Opens an act in a transaction that exists already. The caller finishes it before the transaction ends. */
export function openAct(
  tx: Db,
  { mail, author, now }: { readonly mail: Outbox; readonly author: Author; readonly now: Date },
): Act {
  const { add, flush } = rowBatch(tx);
  const { userId: actorId, role: actorRole } = author;
  const notices: WrittenNotice[] = [];
  const mails: Mail[] = [];
  return {
    tx,
    author,
    now,
    add,
    flush,
    history: (lines) => {
      add(
        historyRows,
        lines.map((line) => ({ ...line, actorId, actorRole, at: now })),
      );
    },
    notify: (added) => {
      for (const notice of added) notices.push(notice);
    },
    mail: (...added) => {
      mails.push(...added);
    },
    finish: async () => {
      add(noticeRows, onePerPerson(notices.splice(0)));
      mail.addTo({ tx, add }, mails.splice(0));
      await flush();
    },
    notifyAdministrator: (template, params) => {
      mail.notifyAdministrator({ tx, add }, template, params);
    },
  };
}

/** Runs `work` as one act in a transaction of its own, and finishes it. */
export async function inAct<T>(
  { db, clock, mail }: Pick<Deps, 'db' | 'clock' | 'mail'>,
  author: Author,
  work: (act: Act) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  return await inTransaction(
    db,
    async (tx) => {
      const act = openAct(tx, { mail, author, now: clock.now() });
      const answer = await work(act);
      await act.finish();
      return answer;
    },
    options,
  );
}
