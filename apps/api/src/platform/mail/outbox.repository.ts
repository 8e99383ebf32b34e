import type { MailKind, PhoneMessageKind } from '@wasl/contracts';
import { Prisma, type OutboxState } from '@wasl/db';

import type { Db } from '../database/db.ts';
import { writeGathered, type RowWriter } from '../database/gathered.repository.ts';
import type { NewMail } from './delivery.ts';
import type { MailTemplate, MergedTemplate } from './templates.ts';

export type { OutboxState } from '@wasl/db';

/** What an administrator sees of a mail: never its parameters, which may hold a link with a secret. */
const mailColumns = {
  id: true,
  to: true,
  lang: true,
  template: true,
  state: true,
  attempts: true,
  nextAttemptAt: true,
  lastError: true,
  createdAt: true,
  sentAt: true,
} as const;

export interface DueMail {
  readonly id: number;
  readonly messageKey: string;
  readonly to: string;
  /** The account of the address; null where there is none. */
  readonly userId: string | null;
  /** Whether nobody has proven yet that the address is that of the person whom the account names. */
  readonly isUnproven: boolean;
  readonly lang: string;
  readonly template: string;
  readonly params: unknown;
  readonly attempts: number;
}

/** The mail of several events, and the one after which nothing else of a request is to be told. */
const ofSeveral = 'requestEvents' satisfies MailTemplate;
const lastWord = 'agreementWithdrawn' satisfies MergedTemplate;

/** A mail to be written. */
export interface OutboxRow extends NewMail {
  /** The kind under which its reader can refuse it; null for one that always goes out. */
  readonly kind: MailKind | null;
  /** How long it waits for others of its key. */
  readonly waitMinutes: number;
  /** The kind under which its reader can have asked to be told by telephone instead; null for one that is always a mail. */
  readonly phoneKind: PhoneMessageKind | null;
  /** The request that it would name there. */
  readonly requestId: number | null;
}

/** What one word says where several were due: the lowest first, of the same the last. */
const phoneRank = (kind: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`CASE ${kind} WHEN 'ENDED' THEN 0 WHEN 'ACTION' THEN 1 ELSE 2 END`;

/**
 * The words to the telephones of those who asked for them: one for a person and a request while none of them was taken to be sent, of
 * what came last; that something is awaited from the person outlasts mere news. The mails that they stand for are written too, and held.
 */
function phoneParts(rows: readonly OutboxRow[]): Readonly<Record<string, Prisma.Sql>> {
  // Most mails are to agents or about accounts: they ask nothing of these tables.
  if (rows.every(({ phoneKind }) => phoneKind === null)) return {};
  return {
    phone_words: Prisma.sql`
      SELECT m.n, p.user_id, m."requestId" AS request_id, m."phoneKind"::"PhoneMessageKind" AS kind
      FROM ROWS FROM (json_to_recordset(${JSON.stringify(rows)}::json)
        AS ("to" text, "phoneKind" text, "requestId" int)) WITH ORDINALITY AS m("to", "phoneKind", "requestId", n)
      JOIN users u ON u.email = m."to"
      JOIN message_phones p ON p.user_id = u.id AND p.verified_at IS NOT NULL AND p.unreachable_at IS NULL
        AND m."phoneKind"::"PhoneMessageKind" = ANY(p.kinds)`,
    phone_rows: Prisma.sql`
      INSERT INTO phone_messages (user_id, kind, request_id, merge_key)
      SELECT user_id, (array_agg(kind ORDER BY ${phoneRank(Prisma.sql`kind`)}, n DESC))[1], request_id, request_id FROM phone_words
      GROUP BY user_id, request_id ORDER BY min(n)
      ON CONFLICT (user_id, merge_key) DO UPDATE SET kind = CASE
        WHEN ${phoneRank(Prisma.sql`phone_messages.kind`)} < ${phoneRank(Prisma.sql`EXCLUDED.kind`)} THEN phone_messages.kind ELSE EXCLUDED.kind END
      RETURNING id, user_id, request_id`,
  };
}

/** Each mail beside the word that stands for it. */
const heldMails = Prisma.sql`LEFT JOIN (
  SELECT w.n, r.id FROM phone_words w JOIN phone_rows r ON r.user_id = w.user_id AND r.request_id = w.request_id
) AS held ON held.n = wanted.n`;

/**
 * The mails that their readers want, those of one recipient and key as one. One that is merged waits, and joins the one of
 * its recipient and key that waits already: whoever writes holds that row until their commit, so that the sender passes it
 * by and the next writer adds to all of it. After the last word nothing before it is told.
 */
const mailRows: RowWriter<OutboxRow> = (rows) => {
  const phones = phoneParts(rows);
  const hasPhones = 'phone_rows' in phones;
  const word = hasPhones ? Prisma.sql`min(held.id)` : Prisma.sql`NULL::int`;
  return {
    ...phones,
    mails: Prisma.sql`
    INSERT INTO outbox_mails AS o ("to", lang, template, params, priority, merge_key, next_attempt_at, phone_message_id, state)
    SELECT "to", (array_agg(lang ORDER BY wanted.n DESC))[1],
      CASE WHEN count(*) = 1 THEN min(template) ELSE ${ofSeveral} END,
      CASE WHEN count(*) = 1 THEN (array_agg(params))[1] ELSE jsonb_build_object(
        'name', (array_agg(params->'name' ORDER BY wanted.n DESC))[1],
        'numRequest', "mergeKey",
        'events', jsonb_agg(jsonb_build_object('template', template, 'params', params) ORDER BY wanted.n)) END,
      min(priority), "mergeKey", now() + make_interval(mins => max("waitMinutes")), ${word},
      CASE WHEN ${word} IS NULL THEN 'WAITING' ELSE 'HELD' END::"OutboxState"
    FROM (
      SELECT *, max(n) FILTER (WHERE template = ${lastWord}) OVER (PARTITION BY "to", "mergeKey") AS last_word
      FROM ROWS FROM (json_to_recordset(${JSON.stringify(rows)}::json)
        AS ("to" text, lang text, template text, params jsonb, priority smallint, "mergeKey" text, kind text,
          "waitMinutes" int)) WITH ORDINALITY
        AS m("to", lang, template, params, priority, "mergeKey", kind, "waitMinutes", n)
      WHERE kind IS NULL OR NOT EXISTS (
        SELECT 1 FROM refused_mails f JOIN users u ON u.id = f.user_id
        WHERE u.email = m."to" AND f.kind = m.kind::"MailKind")) AS wanted
    ${hasPhones ? heldMails : Prisma.empty}
    WHERE "mergeKey" IS NULL OR last_word IS NULL OR wanted.n >= last_word
    GROUP BY "to", "mergeKey", CASE WHEN "mergeKey" IS NULL THEN wanted.n END
    ORDER BY min(wanted.n)
    ON CONFLICT ("to", merge_key) DO UPDATE SET
      lang = EXCLUDED.lang,
      priority = LEAST(o.priority, EXCLUDED.priority),
      template = CASE WHEN EXCLUDED.template = ${lastWord} THEN EXCLUDED.template ELSE ${ofSeveral} END,
      params = CASE WHEN EXCLUDED.template = ${lastWord} THEN EXCLUDED.params ELSE jsonb_build_object(
        'name', EXCLUDED.params->'name',
        'numRequest', EXCLUDED.merge_key,
        'events', CASE WHEN o.template = ${ofSeveral} THEN o.params->'events'
            ELSE jsonb_build_array(jsonb_build_object('template', o.template, 'params', o.params)) END
          || CASE WHEN EXCLUDED.template = ${ofSeveral} THEN EXCLUDED.params->'events'
            ELSE jsonb_build_array(jsonb_build_object('template', EXCLUDED.template, 'params', EXCLUDED.params)) END) END`,
  };
};

export function outboxRepository(db: Db) {
  return {
    /** Writes the mails that are wanted, at the end of the transaction. */
    async insertMany(mails: readonly OutboxRow[]): Promise<void> {
      await writeGathered(db, mailRows, mails);
    },

    /** Mails of one event each, of these steps, that wait to be merged; what was taken to be sent, or tells of more, stays. */
    async withdrawWaiting(template: MergedTemplate, stepIds: readonly number[]): Promise<void> {
      await db.$executeRaw`
        DELETE FROM outbox_mails WHERE state = 'WAITING' AND merge_key IS NOT NULL AND template = ${template}
          AND (params->>'stepId')::int = ANY(${[...stepIds]}::int[])`;
    },

    /**
     * Takes mails that are due, those that somebody waits for first, for `leaseSeconds`: no other process takes them meanwhile, and a process that
     * dies with them gives them back by not coming back. From then on nothing is added to a mail, whether or not it arrived.
     */
    async take(now: Date, limit: number, leaseSeconds: number): Promise<DueMail[]> {
      const until = new Date(now.getTime() + leaseSeconds * 1000);
      const rows = await db.$queryRaw<DueMail[]>`
        UPDATE outbox_mails SET next_attempt_at = ${until}, attempts = attempts + 1, merge_key = NULL
        WHERE id IN (
          SELECT id FROM outbox_mails WHERE state = 'WAITING' AND next_attempt_at <= ${now}
          ORDER BY priority, next_attempt_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING id, message_key AS "messageKey", "to", (SELECT u.id FROM users u WHERE u.email = "to") AS "userId",
          EXISTS (SELECT 1 FROM users u WHERE u.email = "to" AND u.email_confirmed_at IS NULL) AS "isUnproven", lang, template, params, attempts`;
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

    /** Mails in a state, the newest first. */
    async list(state: OutboxState, limit: number) {
      return await db.outboxMail.findMany({
        where: { state },
        orderBy: { id: 'desc' },
        take: limit,
        select: mailColumns,
      });
    },

    async find(id: number) {
      return await db.outboxMail.findUnique({ where: { id }, select: mailColumns });
    },

    /** How many mails there are in each state. */
    async counts(): Promise<Readonly<Record<OutboxState, number>>> {
      const rows = await db.outboxMail.groupBy({ by: ['state'], _count: true });
      const of = (state: OutboxState) => rows.find((row) => row.state === state)?._count ?? 0;
      return {
        WAITING: of('WAITING'),
        SENT: of('SENT'),
        FAILED: of('FAILED'),
        HELD: of('HELD'),
      };
    },

    /** Ids of the mails that were given up. */
    async failedIds(): Promise<number[]> {
      const rows = await db.outboxMail.findMany({
        where: { state: 'FAILED' },
        orderBy: { id: 'asc' },
        select: { id: true },
      });
      return rows.map(({ id }) => id);
    },

    /** Has mails that did not leave tried again at once, as often as new ones. @returns how many */
    async retry(ids: readonly number[], now: Date): Promise<number> {
      const { count } = await db.outboxMail.updateMany({
        where: { id: { in: [...ids] }, state: { in: ['WAITING', 'FAILED'] } },
        data: { state: 'WAITING', attempts: 0, nextAttemptAt: now, mergeKey: null },
      });
      return count;
    },

    /** Rows of mails sent before the given day, or given up and written before it, are of no use any more. */
    async removeOver(day: Date): Promise<number> {
      const { count } = await db.outboxMail.deleteMany({
        where: {
          OR: [
            { state: 'SENT', sentAt: { lt: day } },
            { state: 'FAILED', createdAt: { lt: day } },
          ],
        },
      });
      return count;
    },
  };
}
