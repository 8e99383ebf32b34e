import { email } from '@wasl/contracts';

import { afterCommit, type Db } from '../db.ts';
import { outboxRepository } from './outbox.repository.ts';
import { refusableKind } from './refusable.ts';
import type { Mail } from './templates.ts';

/** Where mails are written, in the transaction of what they tell of. A kind that its reader refused is not. */
export interface Outbox {
  /** Writes a mail; it is sent after `db`'s transaction commits, and never if it does not. */
  enqueue(db: Db, mail: Mail): Promise<void>;
  /** Writes many in one statement: a few hundred at a time. */
  enqueueMany(db: Db, mails: readonly Mail[]): Promise<void>;
}

// Stricter than any contract: whatever reaches a header is one address and nothing else.
const address = email();

/** The mails that their readers want, with one query for all of them. */
async function wanted(db: Db, mails: readonly Mail[]): Promise<Mail[]> {
  const kinds = new Set(mails.flatMap(({ template }) => refusableKind(template) ?? []));
  if (kinds.size === 0) return [...mails];
  const refused = await outboxRepository(db).refused(
    [...kinds],
    mails.map(({ to }) => to),
  );
  return mails.filter(({ template, to }) => !refused.has(`${refusableKind(template) ?? ''} ${to}`));
}

/** @param wake called after the commit, so that the sender looks at once. */
export function createOutbox(wake: () => void): Outbox {
  const enqueueMany = async (db: Db, mails: readonly Mail[]): Promise<void> => {
    const checked = mails.map((mail): Mail => ({ ...mail, to: address.parse(mail.to) }));
    const written = await wanted(db, checked);
    if (written.length === 0) return;
    await outboxRepository(db).insertMany(
      written.map(({ to, lang, template, params }) => ({ to, lang, template, params })),
    );
    afterCommit(db, wake);
  };
  return {
    enqueueMany,
    enqueue: async (db, { to: given, lang, template, params }) => {
      const to = address.parse(given);
      const kind = refusableKind(template);
      const refused = kind && (await outboxRepository(db).refused([kind], [to]));
      if (refused?.has(`${kind ?? ''} ${to}`) === true) return;
      await outboxRepository(db).insert({ to, lang, template, params });
      afterCommit(db, wake);
    },
  };
}
