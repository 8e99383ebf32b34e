import type { FailureCause } from '@wasl/contracts/administration';
import { sql } from 'kysely';

import type { Db } from '../database/db.ts';
import { build, rows } from '../database/statements.repository.ts';
import {
  emptyFailure,
  idBefore,
  isUnreachable,
  pageOf,
  rowId,
  type FailedRows,
} from '../queue/failed-rows.ts';
import { outboxRepository } from './outbox.repository.ts';
import { subjectOf, type Writing } from './subject-of.ts';

const causes: Readonly<Record<string, FailureCause>> = {
  EENVELOPE: 'refused',
  EMESSAGE: 'refused',
  EAUTH: 'signIn',
  ENOAUTH: 'signIn',
  EOAUTH2: 'signIn',
  ETLS: 'certificate',
  SEALED_BEFORE: 'sealedBefore',
};

function causeOf(lastError: string | null): FailureCause {
  const [code = ''] = (lastError ?? '').split(' ');
  return causes[code] ?? (isUnreachable(code) ? 'unreachable' : 'error');
}

async function read(db: Db, before: number | null, take: number) {
  const query = build
    .selectFrom('outbox_mails')
    .where('state', '=', sql.lit('FAILED'))
    .$if(before !== null, (all) => all.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(take)
    .select([
      'id',
      'to',
      'template',
      'params',
      'attempts',
      'created_at as at',
      'last_error as error',
    ]);
  return await rows(db, query);
}

/** Mails that failed, with their subjects. */
export const failedMails = (writing: Writing): FailedRows => ({
  list: async (db, { lang, after, size }) => {
    const found = await read(db, idBefore(after), size + 1);
    const page = pageOf(found, size, ({ id }) => String(id));
    return {
      next: page.next,
      rows: page.rows.map((mail) => ({
        ...emptyFailure,
        id: String(mail.id),
        kind: mail.template,
        subject: subjectOf(mail, lang, writing),
        to: mail.to,
        at: mail.at.toISOString(),
        attempts: mail.attempts,
        cause: causeOf(mail.error),
        detail: mail.error,
      })),
    };
  },
  retry: async (tx, id, now) => {
    if (id === null) return { count: await outboxRepository(tx).retry(null, now), subject: null };
    const one = rowId(id);
    const count = one === null ? 0 : await outboxRepository(tx).retry([one], now);
    if (one === null || count === 0) return { count: 0, subject: null };
    const { to } = await tx.outboxMail.findUniqueOrThrow({
      where: { id: one },
      select: { to: true },
    });
    const person = await tx.user.findUnique({ where: { email: to }, select: { id: true } });
    return { count, subject: person === null ? null : { userId: person.id } };
  },
});
