import { email } from '@wasl/contracts';

import { afterCommit, type Db } from '../db.ts';
import { outboxRepository } from './outbox.repository.ts';
import type { Mail } from './templates.ts';

/** Where mails are written, in the transaction of what they tell of. */
export interface Outbox {
  /** Writes a mail; it is sent after `db`'s transaction commits, and never if it does not. */
  enqueue(db: Db, mail: Mail): Promise<void>;
  /** Writes many in one statement: a few hundred at a time. */
  enqueueMany(db: Db, mails: readonly Mail[]): Promise<void>;
}

// Stricter than any contract: whatever reaches a header is one address and nothing else.
const address = email();

/** @param wake called after the commit, so that the sender looks at once. */
export function createOutbox(wake: () => void): Outbox {
  return {
    async enqueue(db, { to, lang, template, params }) {
      await outboxRepository(db).insert({ to: address.parse(to), lang, template, params });
      afterCommit(db, wake);
    },
    async enqueueMany(db, mails) {
      if (mails.length === 0) return;
      await outboxRepository(db).insertMany(
        mails.map(({ to, lang, template, params }) => ({
          to: address.parse(to),
          lang,
          template,
          params,
        })),
      );
      afterCommit(db, wake);
    },
  };
}
