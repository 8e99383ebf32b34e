import type { PhoneChannel, PhoneMessageKind } from '@wasl/contracts';
import type { PhoneMessageState, Prisma } from '@wasl/db';
import { sql } from 'kysely';

import type { Db } from '../database/db.ts';
import { build, rows } from '../database/statements.repository.ts';
import { free, leasable, unleased, type Lease } from '../queue/queue.repository.ts';

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

/** What is written by itself and taken when it is due. */
function dueMessages(db: Db) {
  return {
    /** Writes the message that carries the code of a person's number. */
    async insertCode(userId: string): Promise<void> {
      await db.phoneMessage.create({ data: { userId, kind: 'CODE' } });
    },

    /**
     * Leases messages that are due, codes first: nothing joins them from then on.
     * @param when.isNight only codes are taken
     * @param when.startOfDay from when a person's messages of the day count
     */
    async take(
      now: Date,
      when: { readonly isNight: boolean; readonly startOfDay: Date },
      lease: Lease,
      limit: number,
    ): Promise<DuePhoneMessage[]> {
      const hourAgo = new Date(now.getTime() - 60 * 60 * 1000);
      const query = build
        .with('taken', (statement) =>
          statement
            .updateTable('phone_messages')
            .set((eb) => ({
              ...lease,
              attempts: eb('attempts', '+', 1),
              merge_key: null,
            }))
            .where('id', 'in', (due) =>
              due
                .selectFrom('phone_messages')
                .where('state', '=', sql.lit('WAITING'))
                .where('next_attempt_at', '<=', now)
                .$if(when.isNight, (all) => all.where('kind', '=', sql.lit('CODE')))
                .orderBy((eb) => eb('kind', '<>', sql.lit('CODE')))
                .orderBy('next_attempt_at')
                .orderBy('id')
                .limit(limit)
                .select('id')
                .$call(leasable(now)),
            )
            .returningAll(),
        )
        .with('others', (statement) =>
          statement
            .selectFrom('taken as t')
            .innerJoin('phone_messages as s', 's.user_id', 't.user_id')
            .whereRef('s.id', '<>', 't.id')
            .where('s.kind', '<>', sql.lit('CODE'))
            .where((eb) =>
              eb.or([
                eb('s.state', '=', sql.lit('SENT')).and(
                  's.sent_at',
                  '>=',
                  when.startOfDay < hourAgo ? when.startOfDay : hourAgo,
                ),
                eb('s.state', '=', sql.lit('WAITING'))
                  .and('s.id', '<', eb.ref('t.id'))
                  .and(
                    eb.or([
                      eb('s.attempts', '>', 0),
                      eb('s.id', 'in', eb.selectFrom('taken').select('id')),
                    ]),
                  ),
              ]),
            )
            .select(['t.id as of', 's.kind', 's.request_id', 's.state', 's.sent_at']),
        )
        .selectFrom('taken as t')
        .innerJoin('users as u', 'u.id', 't.user_id')
        .leftJoin('message_phones as p', 'p.user_id', 't.user_id')
        .leftJoin('requests as r', 'r.id', 't.request_id')
        .orderBy('t.id')
        .select((eb) => {
          const othersSince = (instant: Date) =>
            eb
              .selectFrom('others as o')
              .whereRef('o.of', '=', 't.id')
              .where((other) =>
                other.or([other('o.state', '=', 'WAITING'), other('o.sent_at', '>=', instant)]),
              );
          return [
            't.id',
            't.key',
            't.user_id as userId',
            't.kind',
            't.attempts',
            't.request_id as requestId',
            'r.num_request as numRequest',
            'u.lang',
            'p.number',
            'p.channel',
            eb('p.verified_at', 'is not', null).$castTo<boolean>().as('isVerified'),
            eb('p.unreachable_at', 'is not', null).$castTo<boolean>().as('isUnreachable'),
            sql<boolean>`coalesce(${eb.ref('t.kind')} = any(${eb.ref('p.kinds')}), false)`.as(
              'isWanted',
            ),
            'p.sealed_code as sealedCode',
            'p.code_expires_at as codeExpiresAt',
            sql<number>`${othersSince(when.startOfDay).select(sql`count(*)::int`.as('count'))}`.as(
              'today',
            ),
            eb
              .exists(
                othersSince(hourAgo)
                  .whereRef('o.kind', '=', 't.kind')
                  .whereRef('o.request_id', '=', 't.request_id')
                  .select('o.of'),
              )
              .$castTo<boolean>()
              .as('isRepeated'),
          ];
        });
      return await rows(db, query);
    },
  };
}

/** What became of messages, for their sender and the administrator. */
function outcomes(db: Db) {
  return {
    /** It was taken by the gateway: the mails that stood behind it are of no use any more. */
    async markSent(id: number, now: Date): Promise<void> {
      const query = build
        .with('mails', (statement) =>
          statement
            .deleteFrom('outbox_mails')
            .where('phone_message_id', '=', id)
            .where('state', '=', sql.lit('HELD')),
        )
        .updateTable('phone_messages')
        .set({ ...free, state: 'SENT', sent_at: now, last_error: null })
        .where('id', '=', id)
        .where('state', '=', sql.lit('WAITING'));
      await rows(db, query);
    },

    async tryAgain(id: number, reason: string, at: Date): Promise<void> {
      await db.phoneMessage.updateMany({
        where: { id, state: 'WAITING' },
        data: { ...unleased, lastError: reason, nextAttemptAt: at },
      });
    },

    /** It will not leave: the mails that stood behind it do, once. @returns whether there were any */
    async giveUp(id: number, reason: string, now: Date): Promise<boolean> {
      const query = build
        .with('mails', (statement) =>
          statement
            .updateTable('outbox_mails')
            .set({ state: 'WAITING', next_attempt_at: now, phone_message_id: null })
            .where('phone_message_id', '=', id)
            .where('state', '=', sql.lit('HELD'))
            .returning('id'),
        )
        .updateTable('phone_messages')
        .set((eb) => ({
          ...free,
          state: 'FAILED',
          last_error: reason,
          is_mailed: eb.exists(eb.selectFrom('mails').select('id')).$castTo<boolean>(),
        }))
        .where('id', '=', id)
        .where('state', '=', sql.lit('WAITING'))
        .returning('is_mailed');
      return (await rows(db, query)).some((message) => message.is_mailed);
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

/** The messages that wait to leave, and what became of them. */
export function phoneOutboxRepository(db: Db) {
  return { ...dueMessages(db), ...outcomes(db) };
}
