import type { MailKind } from '@wasl/contracts';
import type { OutboxState } from '@wasl/db';

import type { Db } from '../db.ts';
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
  readonly to: string;
  /** The account of the address; null where there is none. */
  readonly userId: string | null;
  readonly lang: string;
  readonly template: string;
  readonly params: unknown;
  readonly attempts: number;
}

/** The mail of several events, and the one after which nothing else of a request is to be told. */
const ofSeveral = 'requestEvents' satisfies MailTemplate;
const lastWord = 'agreementWithdrawn' satisfies MergedTemplate;

/** The rows in statements that each name a merged mail once: the first of each, the second of each … */
function waves(mails: readonly NewMail[]): NewMail[][] {
  const seen = new Map<string, number>();
  const result: NewMail[][] = [];
  for (const mail of mails) {
    const key = `${mail.mergeKey ?? ''} ${mail.to}`;
    const turn = mail.mergeKey === null ? 0 : (seen.get(key) ?? 0);
    seen.set(key, turn + 1);
    (result[turn] ??= []).push(mail);
  }
  return result;
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

    /**
     * Writes mails. One that is merged waits, and joins the one of its recipient and key that waits already: whoever
     * writes holds that row until their commit, so that the sender passes it by and the next writer adds to all of it.
     */
    async insertMany(mails: readonly NewMail[], mergeMinutes: number): Promise<void> {
      for (const wave of waves(mails))
        await db.$executeRaw`
          INSERT INTO outbox_mails AS o ("to", lang, template, params, priority, merge_key, next_attempt_at)
          SELECT "to", lang, template, params, priority, "mergeKey",
            now() + CASE WHEN "mergeKey" IS NULL THEN interval '0' ELSE make_interval(mins => ${mergeMinutes}::int) END
          FROM json_to_recordset(${JSON.stringify(wave)}::json)
            AS m("to" text, lang text, template text, params jsonb, priority smallint, "mergeKey" text)
          ON CONFLICT ("to", merge_key) DO UPDATE SET
            lang = EXCLUDED.lang,
            priority = LEAST(o.priority, EXCLUDED.priority),
            template = CASE WHEN EXCLUDED.template = ${lastWord} THEN EXCLUDED.template ELSE ${ofSeveral} END,
            params = CASE WHEN EXCLUDED.template = ${lastWord} THEN EXCLUDED.params ELSE jsonb_build_object(
              'name', EXCLUDED.params->'name',
              'numRequest', EXCLUDED.merge_key,
              'events', CASE WHEN o.template = ${ofSeveral} THEN o.params->'events'
                  ELSE jsonb_build_array(jsonb_build_object('template', o.template, 'params', o.params)) END
                || jsonb_build_object('template', EXCLUDED.template, 'params', EXCLUDED.params)) END`;
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
        RETURNING id, "to", (SELECT u.id FROM users u WHERE u.email = "to") AS "userId", lang, template, params, attempts`;
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
      return { WAITING: of('WAITING'), SENT: of('SENT'), FAILED: of('FAILED') };
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
        where: { id: { in: [...ids] }, state: { not: 'SENT' } },
        data: { state: 'WAITING', attempts: 0, nextAttemptAt: now, mergeKey: null },
      });
      return count;
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
