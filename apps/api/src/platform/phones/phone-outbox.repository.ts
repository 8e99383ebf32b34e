import type { PhoneChannel, PhoneMessageKind } from '@wasl/contracts';
import type { PhoneMessageState, Prisma } from '@wasl/db';

import type { Db } from '../database/db.ts';

export type { PhoneMessageState } from '@wasl/db';

/** A message that is due, with all that decides whether it leaves. */
export interface DuePhoneMessage {
  readonly id: number;
  /** What the gateway knows it by. */
  readonly key: string;
  readonly userId: string;
  readonly kind: PhoneMessageKind | 'CODE';
  readonly attempts: number;
  readonly requestId: number | null;
  readonly numRequest: string | null;
  readonly lang: string;
  /** Null, with the channel, where the person took their number back. */
  readonly number: string | null;
  readonly channel: PhoneChannel | null;
  readonly isVerified: boolean;
  readonly isUnreachable: boolean;
  readonly isWanted: boolean;
  /** The code that waits for its owner; null where none does any more. */
  readonly sealedCode: string | null;
  readonly codeExpiresAt: Date | null;
  /** How many others went to the person today, or are on their way before it. */
  readonly today: number;
  /** Whether the same was said of the same request within the hour. */
  readonly isRepeated: boolean;
}

/** What an administrator sees of a message: neither the number nor the text. */
const columns = {
  id: true,
  kind: true,
  state: true,
  attempts: true,
  isMailed: true,
  nextAttemptAt: true,
  lastError: true,
  createdAt: true,
  sentAt: true,
  user: { select: { email: true, messagePhone: { select: { channel: true } } } },
  request: { select: { numRequest: true } },
} as const;

/** Messages sent before the given day, or given up and written before it. */
export function phoneMessagesOver(day: Date): Prisma.PhoneMessageWhereInput {
  return {
    OR: [
      { state: 'SENT', sentAt: { lt: day } },
      { state: 'FAILED', createdAt: { lt: day } },
    ],
  };
}

/** The messages that wait to leave, and what became of them. */
export function phoneOutboxRepository(db: Db) {
  return {
    /** Writes the message that carries the code of a person's number. */
    async insertCode(userId: string): Promise<void> {
      await db.phoneMessage.create({ data: { userId, kind: 'CODE' } });
    },

    /**
     * Takes messages that are due for `leaseSeconds`, codes first: nothing joins them from then on, and a process that dies gives
     * them back by not coming back.
     * @param when.isNight only codes are taken
     * @param when.startOfDay from when a person's messages of the day count
     */
    async take(
      now: Date,
      when: { readonly isNight: boolean; readonly startOfDay: Date },
      limit: number,
      leaseSeconds: number,
    ): Promise<DuePhoneMessage[]> {
      const until = new Date(now.getTime() + leaseSeconds * 1000);
      const hourAgo = new Date(now.getTime() - 60 * 60 * 1000);
      const rows = await db.$queryRaw<DuePhoneMessage[]>`
        WITH taken AS (
          UPDATE phone_messages SET next_attempt_at = ${until}, attempts = attempts + 1, merge_key = NULL
          WHERE id IN (
            SELECT id FROM phone_messages WHERE state = 'WAITING' AND next_attempt_at <= ${now}
              AND (kind = 'CODE' OR NOT ${when.isNight})
            ORDER BY (kind <> 'CODE'), next_attempt_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
          RETURNING *),
        others AS (
          SELECT t.id AS of, s.kind, s.request_id, s.state, s.sent_at FROM taken t
          JOIN phone_messages s ON s.user_id = t.user_id AND s.id <> t.id AND s.kind <> 'CODE'
          WHERE s.state = 'SENT' AND s.sent_at >= LEAST(${when.startOfDay}::timestamptz, ${hourAgo}::timestamptz)
            OR s.state = 'WAITING' AND s.id < t.id AND (s.attempts > 0 OR s.id IN (SELECT id FROM taken)))
        SELECT t.id, t.key::text, t.user_id AS "userId", t.kind::text, t.attempts, t.request_id AS "requestId",
          r.num_request AS "numRequest", u.lang, p.number, p.channel::text,
          p.verified_at IS NOT NULL AS "isVerified", p.unreachable_at IS NOT NULL AS "isUnreachable",
          coalesce(t.kind = ANY(p.kinds), false) AS "isWanted",
          p.sealed_code AS "sealedCode", p.code_expires_at AS "codeExpiresAt",
          (SELECT count(*)::int FROM others o WHERE o.of = t.id
            AND (o.state = 'WAITING' OR o.sent_at >= ${when.startOfDay})) AS today,
          EXISTS (SELECT 1 FROM others o WHERE o.of = t.id AND o.kind = t.kind AND o.request_id = t.request_id
            AND (o.state = 'WAITING' OR o.sent_at >= ${hourAgo})) AS "isRepeated"
        FROM taken t JOIN users u ON u.id = t.user_id
          LEFT JOIN message_phones p ON p.user_id = t.user_id LEFT JOIN requests r ON r.id = t.request_id`;
      return rows.toSorted((a, b) => a.id - b.id);
    },

    /** It was taken by the gateway: the mails that stood behind it are of no use any more. */
    async markSent(id: number, now: Date): Promise<void> {
      await db.$executeRaw`
        WITH mails AS (DELETE FROM outbox_mails WHERE phone_message_id = ${id} AND state = 'HELD')
        UPDATE phone_messages SET state = 'SENT', sent_at = ${now}, last_error = NULL
        WHERE id = ${id} AND state = 'WAITING'`;
    },

    async tryAgain(id: number, reason: string, at: Date): Promise<void> {
      await db.phoneMessage.updateMany({
        where: { id, state: 'WAITING' },
        data: { lastError: reason, nextAttemptAt: at },
      });
    },

    /** It will not leave: the mails that stood behind it do, once. @returns whether there were any */
    async giveUp(id: number, reason: string, now: Date): Promise<boolean> {
      const rows = await db.$queryRaw<{ isMailed: boolean }[]>`
        WITH mails AS (
          UPDATE outbox_mails SET state = 'WAITING', next_attempt_at = ${now}, phone_message_id = NULL
          WHERE phone_message_id = ${id} AND state = 'HELD' RETURNING 1)
        UPDATE phone_messages SET state = 'FAILED', last_error = ${reason}, is_mailed = EXISTS (SELECT 1 FROM mails)
        WHERE id = ${id} AND state = 'WAITING' RETURNING is_mailed AS "isMailed"`;
      return rows.some(({ isMailed }) => isMailed);
    },

    /** Nobody has this number, the gateway says; nothing for one that was changed meanwhile. */
    async markUnreachable(userId: string, number: string, now: Date): Promise<void> {
      await db.messagePhone.updateMany({
        where: { userId, number },
        data: { unreachableAt: now },
      });
    },

    /** Messages in a state, the newest first. */
    async list(state: PhoneMessageState, limit: number) {
      return await db.phoneMessage.findMany({
        where: { state },
        orderBy: { id: 'desc' },
        take: limit,
        select: columns,
      });
    },

    async find(id: number) {
      return await db.phoneMessage.findUnique({ where: { id }, select: columns });
    },

    /** How many messages there are in each state. */
    async counts(): Promise<Readonly<Record<PhoneMessageState, number>>> {
      const rows = await db.phoneMessage.groupBy({ by: ['state'], _count: true });
      const of = (state: PhoneMessageState) => rows.find((row) => row.state === state)?._count ?? 0;
      return { WAITING: of('WAITING'), SENT: of('SENT'), FAILED: of('FAILED') };
    },

    /**
     * Has messages tried again at once, as often as new ones: those that wait, and those given up for which no mail left. Codes are
     * asked for again by their owner.
     * @param ids null: all that were given up
     * @returns how many
     */
    async retry(ids: readonly number[] | null, now: Date): Promise<number> {
      const { count } = await db.phoneMessage.updateMany({
        where: {
          kind: { not: 'CODE' },
          isMailed: false,
          ...(ids === null
            ? { state: 'FAILED' }
            : { id: { in: [...ids] }, state: { not: 'SENT' } }),
        },
        data: { state: 'WAITING', attempts: 0, nextAttemptAt: now, mergeKey: null },
      });
      return count;
    },

    /** Messages sent before the given day, or given up and written before it, are of no use any more. */
    async removeOver(day: Date): Promise<number> {
      const { count } = await db.phoneMessage.deleteMany({ where: phoneMessagesOver(day) });
      return count;
    },
  };
}
