import type { MailKind } from '@wasl/contracts';

import type { Db } from '../db.ts';

export interface DueMail {
  readonly id: number;
  readonly to: string;
  readonly lang: string;
  readonly template: string;
  readonly params: unknown;
  readonly attempts: number;
}

/** A mail as it is written; the lower priority is sent first. */
interface NewMail {
  readonly to: string;
  readonly lang: string;
  readonly template: string;
  readonly params: object;
  readonly priority: number;
}

export function outboxRepository(db: Db) {
  return {
    /** Which of these people do not want which of these kinds of mail, as `kind address`. */
    async refused(kinds: readonly MailKind[], addresses: readonly string[]): Promise<Set<string>> {
      const rows = await db.refusedMail.findMany({
        where: { kind: { in: [...kinds] }, user: { email: { in: [...addresses] } } },
        select: { kind: true, user: { select: { email: true } } },
      });
      return new Set(rows.map(({ kind, user }) => `${kind} ${user.email}`));
    },

    async insert(mail: NewMail): Promise<void> {
      await db.outboxMail.create({
        data: { ...mail, params: mail.params },
        select: { id: true },
      });
    },

    async insertMany(mails: readonly NewMail[]): Promise<void> {
      await db.$executeRaw`
        INSERT INTO outbox_mails ("to", lang, template, params, priority)
        SELECT "to", lang, template, params, priority
        FROM json_to_recordset(${JSON.stringify(mails)}::json)
          AS m("to" text, lang text, template text, params jsonb, priority smallint)`;
    },

    /**
     * Takes mails that are due, those that somebody waits for first, for `leaseSeconds`: no other process takes them meanwhile, and a process that
     * dies with them gives them back by not coming back.
     */
    async take(now: Date, limit: number, leaseSeconds: number): Promise<DueMail[]> {
      const until = new Date(now.getTime() + leaseSeconds * 1000);
      const rows = await db.$queryRaw<DueMail[]>`
        UPDATE outbox_mails SET next_attempt_at = ${until}, attempts = attempts + 1
        WHERE id IN (
          SELECT id FROM outbox_mails WHERE state = 'WAITING' AND next_attempt_at <= ${now}
          ORDER BY priority, next_attempt_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING id, "to", lang, template, params, attempts`;
      return rows.toSorted((a, b) => a.id - b.id);
    },

    /** Sent: its parameters are erased, they may hold a link with a secret. */
    async markSent(id: number, now: Date): Promise<void> {
      await db.outboxMail.updateMany({
        where: { id },
        data: { state: 'SENT', sentAt: now, params: {}, lastError: null },
      });
    },

    async markFailed(id: number, reason: string, retryAt: Date | null): Promise<void> {
      await db.outboxMail.updateMany({
        where: { id },
        data: {
          lastError: reason,
          ...(retryAt ? { nextAttemptAt: retryAt } : { state: 'FAILED' }),
        },
      });
    },

    /** Rows of mails sent before the given day are of no use any more. */
    async removeSentBefore(day: Date): Promise<number> {
      const { count } = await db.outboxMail.deleteMany({
        where: { state: 'SENT', sentAt: { lt: day } },
      });
      return count;
    },
  };
}
