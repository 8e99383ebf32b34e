import { inTransaction, type Db, type TransactionOptions } from '../platform/database/db.ts';
import { rowBatch, type RowBatch } from '../platform/database/row-writers.repository.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import type { AdministratorTemplate, Mail, MailTemplates } from '../platform/mail/templates.ts';
import type { Deps } from '../platform/program/deps.ts';
import type { Author } from './author.ts';
import { historyRows, type HistoryLine } from './history.repository.ts';
import { noticeRows, type WrittenNotice } from './notices.repository.ts';

/**
 * What one author does in one transaction, with the history, notices and mails that report it. Its rows are written together,
 * in one statement, by `flush`: call it before a read that needs them.
 */
export interface Act extends RowBatch {
  readonly tx: Db;
  readonly author: Author;
  readonly now: Date;
  history(lines: readonly HistoryLine[]): void;
  notify(notices: readonly WrittenNotice[]): void;
  mail(mails: readonly Mail[]): void;
  /** By mail where ADMIN_EMAIL names one, and in the log after the commit. */
  notifyAdministrator<T extends AdministratorTemplate>(
    template: T,
    params: Omit<MailTemplates[T], 'name'>,
  ): void;
}

/** Opens an act in a transaction that exists already. The caller flushes it before the transaction ends. */
export function openAct(
  tx: Db,
  { mail, author, now }: { readonly mail: Outbox; readonly author: Author; readonly now: Date },
): Act {
  const { add, flush } = rowBatch(tx);
  const { userId: actorId, role: actorRole } = author;
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
    notify: (notices) => {
      add(noticeRows, notices);
    },
    mail: (mails) => {
      mail.addTo({ tx, add }, mails);
    },
    notifyAdministrator: (template, params) => {
      mail.notifyAdministrator({ tx, add }, template, params);
    },
  };
}

/** Runs `work` as one act in a transaction of its own, and flushes it. */
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
      await act.flush();
      return answer;
    },
    options,
  );
}
