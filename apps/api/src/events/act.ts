import { inTransaction, type Db, type TransactionOptions } from '../platform/database/db.ts';
import { rowBatch, type RowBatch } from '../platform/database/row-writers.repository.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import type { Mail, MailOfPlugin } from '../platform/mail/mails/index.ts';
import type { Deps } from '../platform/program/deps.ts';
import { system, type Author } from './author.ts';
import { reportsBy, reportsOf, type DomainEvent, type EventReports } from './domain-events.ts';
import { historyRows } from './history.repository.ts';
import { noticeRows, type WrittenNotice } from './notices.repository.ts';
import { onePerPerson } from './one-per-person.ts';
import type { Reaction } from './reaction.ts';

/**
 * The writes of one author in one transaction. `record` adds an event; `domain-events.ts` decides on its history,
 * notices and mails. `flush` writes the history and the rows added so far in one statement: call it before a read that
 * needs them. `finish` writes everything, with one notice and one mail per person (behaviour §10.13). Call it at the
 * end, or after each batch of people when the batches are disjoint.
 */
export interface Act extends RowBatch {
  readonly tx: Db;
  readonly author: Author;
  readonly now: Date;
  readonly finish: () => Promise<void>;
  record(...events: readonly DomainEvent[]): void;
  /** Records an event of a plugin, whose kind `reaction` declares. */
  recordOther<E extends object>(reaction: Reaction<E>, event: E): void;
}

/** Opens an act in an existing transaction. The caller finishes it before the transaction ends. */
export function openAct(
  tx: Db,
  { mail, author, now }: { readonly mail: Outbox; readonly author: Author; readonly now: Date },
): Act {
  const { add, flush } = rowBatch(tx);
  const { userId: actorId, role: actorRole } = author;
  const notices: WrittenNotice[] = [];
  const mails: (Mail | MailOfPlugin)[] = [];
  const report = (reports: EventReports): void => {
    add(
      historyRows,
      reports.history.map((line) => ({ actorId, actorRole, at: now, ...line })),
    );
    notices.push(...reports.notices);
    mails.push(...reports.mails);
    for (const { template, params } of reports.toAdministrator)
      mail.notifyAdministrator({ tx, add }, template, params);
  };
  return {
    tx,
    author,
    now,
    add,
    flush,
    record: (...events) => {
      for (const event of events) report(reportsOf(event));
    },
    recordOther: (reaction, event) => report(reportsBy(reaction, event)),
    finish: async () => {
      add(noticeRows, onePerPerson(notices.splice(0)));
      mail.addTo({ tx, add }, mails.splice(0));
      await flush();
    },
  };
}

/** Records events of the system itself in an existing transaction. */
export async function recordAlone(
  tx: Db,
  { mail, now }: { readonly mail: Outbox; readonly now: Date },
  ...events: readonly DomainEvent[]
): Promise<void> {
  const act = openAct(tx, { mail, author: system, now });
  act.record(...events);
  await act.finish();
}

export interface ActDeps extends Pick<Deps, 'db' | 'clock' | 'mail'> {
  /** An open act that the work becomes a part of. Its caller finishes it. */
  readonly act?: Act;
}

/** Runs `work` as one act in its own transaction, and finishes it; or as a part of the open act. */
export async function inAct<T>(
  { db, clock, mail, act: open }: ActDeps,
  author: Author,
  work: (act: Act) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  if (open !== undefined) {
    const answer = await work(open);
    await open.flush();
    return answer;
  }
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
