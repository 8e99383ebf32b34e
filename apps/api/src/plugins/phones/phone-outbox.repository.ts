import type { PhoneChannel, PhoneMessageKind } from '@wasl/contracts/plugins/phones';
import type { PhoneMessageState, Prisma } from '@wasl/db';
import { sql } from 'kysely';

import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { free, leasable, unleased, type Lease } from '../../platform/queue/queue.repository.ts';

/** A due message with everything that decides whether it is sent. */
export interface DuePhoneMessage {
  readonly id: number;
  /** Idempotency key for the gateway. */
  readonly key: string;
  readonly userId: string;
  readonly kind: PhoneMessageKind | 'CODE';
  readonly attempts: number;
  readonly requestId: number | null;
  readonly numRequest: string | null;
  readonly lang: string;
  /** Null, like the channel, when the person removed their number. */
  readonly number: string | null;
  readonly channel: PhoneChannel | null;
  readonly isVerified: boolean;
  readonly isUnreachable: boolean;
  readonly isWanted: boolean;
  /** The pending code; null when it has expired or was used. */
  readonly sealedCode: string | null;
  readonly codeExpiresAt: Date | null;
  /** Number of other messages that the person got today, or that are on their way before it. */
  readonly today: number;
  /** Whether the same message about the same request was sent within the hour. */
  readonly isRepeated: boolean;
}

/** Columns for the administrator: neither the number nor the text. */
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

/** Messages sent before the given day, or failed and written before it. */
export function phoneMessagesOver(day: Date): Prisma.PhoneMessageWhereInput {
  return {
    OR: [
      { state: 'SENT', sentAt: { lt: day } },
      { state: 'FAILED', createdAt: { lt: day } },
    ],
  };
}

function dueMessages(db: Db) {
  return {
    /** Writes the message with the code for a person's number. */
    async insertCode(userId: string): Promise<void> {
      await db.phoneMessage.create({ data: { userId, kind: 'CODE' } });
    },

    /**
     * Leases due messages, codes first. Nothing is merged into a leased message.
     * @param when.isNight only codes are taken
     * @param when.startOfDay start of the day for the count of a person's messages
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

/** Results of messages, for their sender and the administrator. */
function outcomes(db: Db) {
  return {
    /** The gateway accepted it, so the mails that it replaces are deleted. */
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

    /** Fails the message and releases the mails that it replaces, once. @returns whether there were any */
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

    /** The gateway reports that the number does not exist. A number that changed meanwhile is not marked. */
    async markUnreachable(userId: string, number: string, now: Date): Promise<void> {
      await db.messagePhone.updateMany({
        where: { userId, number },
        data: { unreachableAt: now },
      });
    },

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

    async counts(): Promise<Readonly<Record<PhoneMessageState, number>>> {
      const rows = await db.phoneMessage.groupBy({ by: ['state'], _count: true });
      const of = (state: PhoneMessageState) => rows.find((row) => row.state === state)?._count ?? 0;
      return { WAITING: of('WAITING'), SENT: of('SENT'), FAILED: of('FAILED') };
    },

    /**
     * Retries messages at once, with a new count of attempts: waiting ones, and failed ones without a sent mail. Codes
     * are excluded: their owner requests a new one.
     * @param ids null: all failed messages
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

    /** Deletes messages sent before the given day, and failed ones written before it. */
    async removeOver(day: Date): Promise<number> {
      const { count } = await db.phoneMessage.deleteMany({ where: phoneMessagesOver(day) });
      return count;
    },
  };
}

export function phoneOutboxRepository(db: Db) {
  return { ...dueMessages(db), ...outcomes(db) };
}
