import type { Prisma } from '@wasl/db';
import { sql } from 'kysely';

import { build } from '../../platform/database/statements.repository.ts';
import type { PluginQueue } from '../../platform/jobs/queues.repository.ts';
import type { PluginRetention } from '../../platform/jobs/retention.ts';
import type { PersonalRows } from '../../platform/program/additions.ts';
import { failedMessages } from './failed-messages.repository.ts';
import { isNight, morningOf } from './night.ts';
import { phoneMessagesOver, phoneOutboxRepository } from './phone-outbox.repository.ts';

const messages = build
  .selectFrom('phone_messages')
  .select(({ fn }) => fn.countAll<number>().as('count'));

/** A message in whose place a mail left is not failed. The night makes nothing late but codes. */
export const phoneQueue: PluginQueue = {
  name: 'telephones',
  failed: failedMessages,
  rows: ({ night }) => {
    const now = new Date();
    return build
      .selectFrom('phone_messages')
      .where('state', 'in', ['WAITING', 'FAILED'])
      .select((eb) => {
        const ofCode = eb.case().when('kind', '=', sql.lit('CODE')).then(eb.ref('created_at'));
        const morning = sql<Date>`${morningOf(now, night)}::timestamptz`;
        return [
          eb('state', '=', sql.lit('WAITING')).as('waiting'),
          eb.and([eb('state', '=', sql.lit('FAILED')), eb.not(eb.ref('is_mailed'))]).as('failed'),
          'held_by',
          'held_until',
          (isNight(now, night)
            ? ofCode.end()
            : ofCode.else(eb.fn<Date>('greatest', ['created_at', morning])).end()
          ).as('since'),
        ];
      });
  },
  gauges: [
    {
      series: 'wasl_phone_messages_waiting',
      help: 'Messages to telephones not sent yet',
      value: 'waiting',
    },
    {
      series: 'wasl_phone_messages_sent',
      help: 'Messages to telephones that left in the last 30 days',
      value: messages.where('state', '=', sql.lit('SENT')).$asScalar().$notNull(),
    },
    {
      series: 'wasl_phone_messages_mailed',
      help: 'Messages in whose place a mail left, of 30 days',
      value: messages
        .where('state', '=', sql.lit('FAILED'))
        .where('is_mailed', '=', sql.lit(true))
        .$asScalar()
        .$notNull(),
    },
    {
      series: 'wasl_phone_messages_lost',
      help: 'Messages that did not leave, nor a mail, of 30 days',
      value: 'failed',
    },
    {
      series: 'wasl_phone_messages_late_seconds',
      help: 'How long the most overdue message should have left; the night does not count',
      value: 'late',
    },
  ],
};

export const messageRetention: PluginRetention = {
  rule: {
    what: 'sent and failed text messages',
    days: 30,
    from: 'that day',
    why: 'the administrator can see whether a message was sent',
  },
  count: async (db, before) =>
    await db.phoneMessage.count({
      where: before === undefined ? { state: { not: 'WAITING' } } : phoneMessagesOver(before),
    }),
  removeBefore: async (db, before) => {
    await phoneOutboxRepository(db).removeOver(before);
  },
};

/** Numbers whose last code was not given; with an instant, codes that ended before it. */
const unproven = (before?: Date): Prisma.MessagePhoneWhereInput => ({
  verifiedAt: null,
  ...(before === undefined ? {} : { codeExpiresAt: { lt: before } }),
});

export const unprovenNumbers: PluginRetention = {
  rule: {
    what: 'unconfirmed phone numbers',
    days: 7,
    from: 'the last code',
    why: 'they may belong to another person',
  },
  count: async (db, before) => await db.messagePhone.count({ where: unproven(before) }),
  removeBefore: async (db, before) => {
    await db.messagePhone.deleteMany({ where: unproven(before) });
  },
};

export const ownPhone: PersonalRows = {
  read: async (db, userId) => ({
    messagePhone: await db.messagePhone.findUnique({
      where: { userId },
      omit: { userId: true, sealedCode: true, codeExpiresAt: true, codeTries: true },
    }),
    phoneMessages: await db.phoneMessage.findMany({
      where: { userId },
      orderBy: { id: 'asc' },
      select: { kind: true, requestId: true, state: true, createdAt: true, sentAt: true },
    }),
  }),
  erase: async (tx, userId) => {
    await tx.phoneMessage.deleteMany({ where: { userId } });
    await tx.messagePhone.deleteMany({ where: { userId } });
  },
  columns: ['message_phones.user_id', 'phone_messages.user_id'],
  move: async (tx, from, to) => {
    if ((await tx.messagePhone.findUnique({ where: { userId: to } })) === null) {
      // A code is sealed for its person, so it ends.
      await tx.messagePhone.updateMany({
        where: { userId: from },
        data: { userId: to, sealedCode: null, codeExpiresAt: null },
      });
    }
    await tx.phoneMessage.updateMany({
      where: { userId: from, kind: { not: 'CODE' } },
      data: { userId: to },
    });
  },
};
