import type { MailKind } from '@wasl/contracts';
import type { OutboxState } from '@wasl/db';
import { type Expression, sql } from 'kysely';

import type { Db } from '../database/db.ts';
import type { RowWriter } from '../database/row-writers.repository.ts';
import { rowsOf, type Rows, type RowsJson } from '../database/row-sets.repository.ts';
import { build, prepared, rows, type Placeholders } from '../database/statements.repository.ts';
import { leasable, unleased, type Lease } from '../queue/queue.repository.ts';
import type { MailTemplate, MergedTemplate } from './mails/index.ts';
import type { StandIn, Word } from './stand-in.ts';

export type { OutboxState } from '@wasl/db';

/** Columns of a mail for the administrator. Parameters are excluded: they may contain a link with a secret. */
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
  /** Account of the address; null where none exists. */
  readonly userId: string | null;
  /** Whether the address is not yet proven to belong to the account's person. */
  readonly isUnproven: boolean;
  readonly lang: string;
  readonly template: string;
  readonly params: unknown;
  readonly attempts: number;
}

/** The template of several events, and the template that supersedes all other events of a request. */
export const mergedTemplate = 'requestEvents' satisfies MailTemplate;
const lastWord = 'agreementWithdrawn' satisfies MergedTemplate;

export interface OutboxRow {
  readonly to: string;
  readonly lang: string;
  readonly template: string;
  readonly params: object;
  readonly priority: number;
  /** With the recipient: mails with this key merge while they wait; null for a separate mail. */
  readonly mergeKey: string | null;
  /** `rankInAct` of its definition; null for a mail that is always sent. */
  readonly ofAct: number | null;
  /** The kind under which its reader can refuse it; null for a mail that is always sent. */
  readonly kind: MailKind | null;
  /** Time to wait for others with its key. */
  readonly waitMinutes: number;
  /** What can be written in its place; null for one that is always a mail. */
  readonly word: Word | null;
}

/** What the part of a {@link StandIn} returns. */
const parts = build.withTables<{ substitutes: { n: number; id: number } }>();

type PlacedRow = OutboxRow & { readonly n: number };
const given = (json: Expression<RowsJson<PlacedRow>>) =>
  sql<PlacedRow>`json_to_recordset(${json}::json)`.as<'m'>(
    sql`m ("to" text, lang text, template text, params jsonb, priority smallint, "mergeKey" text, kind "MailKind",
      "waitMinutes" int, "ofAct" int, n int)`,
  );

/** The parameters of {@link mergedTemplate}. */
const severalParams = (name: unknown, numRequest: unknown, events: unknown) =>
  sql`jsonb_build_object('name', ${name}, 'numRequest', ${numRequest}, 'events', ${events})`;
const asEvent = (template: unknown, params: unknown) =>
  sql`jsonb_build_object('template', ${template}, 'params', ${params})`;

/**
 * Inserts the mails that their readers want. Of one act each person gets the most urgent mail, and mails of one
 * recipient and key merge. A merged mail waits and joins the waiting row of its recipient and key. The writer locks
 * that row until its commit, so the sender skips it and the next writer appends to the complete row. The last event of
 * a request replaces all earlier ones.
 */
const insertMails = prepared(({ json }: Placeholders<Rows<PlacedRow>>, hasSubstitutes: boolean) => {
  const word = hasSubstitutes
    ? sql<number | null>`min(${sql.ref('substitutes.id')})`
    : sql<null>`null::int`;
  const wanted = build
    .selectFrom(given(json))
    .where((eb) =>
      eb.or([
        eb('m.kind', 'is', null),
        eb.not(
          eb.exists(
            eb
              .selectFrom('refused_mails as f')
              .innerJoin('users as u', 'u.id', 'f.user_id')
              .whereRef('u.email', '=', 'm.to')
              .whereRef('f.kind', '=', 'm.kind')
              .select('f.kind'),
          ),
        ),
      ]),
    )
    .selectAll('m')
    .select((eb) => [
      eb.fn
        .max('m.n')
        .filterWhere('m.template', '=', lastWord)
        .over((of) => of.partitionBy(['m.to', 'm.mergeKey']))
        .as('last_word'),
      eb.fn
        .min('m.ofAct')
        .over((of) => of.partitionBy('m.to'))
        .as('most_urgent'),
    ])
    .as('wanted');
  const mails = parts
    .selectFrom(wanted)
    .$if(hasSubstitutes, (all) => all.leftJoin('substitutes', 'substitutes.n', 'wanted.n'))
    .where((eb) =>
      eb.or([
        eb('wanted.ofAct', 'is', null),
        eb('wanted.ofAct', '=', eb.ref('wanted.most_urgent')),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('wanted.mergeKey', 'is', null),
        eb('wanted.last_word', 'is', null),
        eb('wanted.n', '>=', eb.ref('wanted.last_word')),
      ]),
    )
    .groupBy((eb) => [
      'wanted.to',
      'wanted.mergeKey',
      eb.case().when('wanted.mergeKey', 'is', null).then(eb.ref('wanted.n')).end(),
    ])
    .orderBy((eb) => eb.fn.min('wanted.n'))
    .select((eb) => {
      const [n, template, params] = [
        eb.ref('wanted.n'),
        eb.ref('wanted.template'),
        eb.ref('wanted.params'),
      ];
      const isOne = eb(eb.fn.countAll(), '=', 1);
      const last = <T>(value: Expression<T>) => sql<T>`(array_agg(${value} order by ${n} desc))[1]`;
      const several = severalParams(
        last(sql`${params}->'name'`),
        eb.ref('wanted.mergeKey'),
        sql`jsonb_agg(${asEvent(template, params)} order by ${n})`,
      );
      return [
        'wanted.to',
        last(eb.ref('wanted.lang')).as('lang'),
        eb.case().when(isOne).then(eb.fn.min(template)).else(mergedTemplate).end().as('template'),
        eb.case().when(isOne).then(last(params)).else(several).end().as('params'),
        eb.fn.min('wanted.priority').as('priority'),
        'wanted.mergeKey',
        sql<Date>`now() + make_interval(mins => ${eb.fn.max('wanted.waitMinutes')})`.as('at'),
        word.as('word'),
        sql<OutboxState>`(case when ${word} is null then 'WAITING' else 'HELD' end)::"OutboxState"`.as(
          'state',
        ),
      ];
    });
  return build
    .insertInto('outbox_mails')
    .columns([
      'to',
      'lang',
      'template',
      'params',
      'priority',
      'merge_key',
      'next_attempt_at',
      'phone_message_id',
      'state',
    ])
    .expression(mails)
    .onConflict((one) =>
      one.columns(['to', 'merge_key']).doUpdateSet((eb) => {
        const isLastWord = eb('excluded.template', '=', lastWord);
        const eventsOf = (table: 'outbox_mails' | 'excluded') => {
          const [template, params] = [eb.ref(`${table}.template`), eb.ref(`${table}.params`)];
          return eb
            .case()
            .when(template, '=', mergedTemplate)
            .then(sql`${params}->'events'`)
            .else(sql`jsonb_build_array(${asEvent(template, params)})`)
            .end();
        };
        const several = severalParams(
          sql`${eb.ref('excluded.params')}->'name'`,
          eb.ref('excluded.merge_key'),
          sql`${eventsOf('outbox_mails')} || ${eventsOf('excluded')}`,
        );
        return {
          lang: eb.ref('excluded.lang'),
          priority: sql<number>`least(${eb.ref('outbox_mails.priority')}, ${eb.ref('excluded.priority')})`,
          template: eb
            .case()
            .when(isLastWord)
            .then(eb.ref('excluded.template'))
            .else(mergedTemplate)
            .end(),
          params: eb.case().when(isLastWord).then(eb.ref('excluded.params')).else(several).end(),
        };
      }),
    );
});

/** How mails are written. Most are to agents or about accounts: they ask nothing of the tables of the plugin. */
export const mailWriter =
  (standIn?: StandIn): RowWriter<OutboxRow> =>
  (mails) => {
    const words = mails.flatMap(({ to, word }, n) => (word === null ? [] : [{ ...word, to, n }]));
    const substitutes = words.length === 0 ? undefined : standIn?.write(words);
    const rows = rowsOf(mails.map((mail, n) => ({ ...mail, n })));
    return { ...substitutes, mails: insertMails(rows, substitutes !== undefined) };
  };

export function outboxRepository(db: Db) {
  return {
    /**
     * Deletes single-event mails of these steps that wait to be merged. Leased mails and mails of several events stay.
     */
    async withdrawWaiting(template: MergedTemplate, stepIds: readonly number[]): Promise<void> {
      const query = build
        .deleteFrom('outbox_mails')
        .where('state', '=', sql.lit('WAITING'))
        .where('merge_key', 'is not', null)
        .where('template', '=', template)
        .where(
          (eb) => sql`(${eb.ref('params')}->>'stepId')::int`,
          '=',
          sql<number>`any(${[...stepIds]}::int[])`,
        );
      await rows(db, query);
    },

    /** Leases due mails, most urgent first. Nothing is merged into a leased mail, whether or not it arrives. */
    async take(now: Date, lease: Lease, limit: number): Promise<DueMail[]> {
      const query = build
        .updateTable('outbox_mails as o')
        .set((eb) => ({
          ...lease,
          attempts: eb('o.attempts', '+', 1),
          merge_key: null,
        }))
        .where('o.id', 'in', (due) =>
          due
            .selectFrom('outbox_mails')
            .where('state', '=', sql.lit('WAITING'))
            .where('next_attempt_at', '<=', now)
            .orderBy('priority')
            .orderBy('next_attempt_at')
            .orderBy('id')
            .limit(limit)
            .select('id')
            .$call(leasable(now)),
        )
        .returning((eb) => {
          const account = eb
            .selectFrom('users as u')
            .whereRef('u.email', '=', 'o.to')
            .select('u.id');
          return [
            'o.id',
            'o.message_key as messageKey',
            'o.to',
            account.as('userId'),
            eb
              .exists(account.where('u.email_confirmed_at', 'is', null))
              .$castTo<boolean>()
              .as('isUnproven'),
            'o.lang',
            'o.template',
            'o.params',
            'o.attempts',
          ];
        });
      const taken: DueMail[] = await rows(db, query);
      return taken.toSorted((a, b) => a.id - b.id);
    },

    /** Erases the parameters too: they may contain a link with a secret. */
    async markSent(id: number, now: Date): Promise<void> {
      await db.outboxMail.updateMany({
        where: { id },
        data: { ...unleased, state: 'SENT', sentAt: now, params: {}, lastError: null },
      });
    },

    async markFailed(id: number, reason: string, retryAt: Date | null): Promise<void> {
      await db.outboxMail.updateMany({
        where: { id },
        data: {
          ...unleased,
          lastError: reason,
          ...(retryAt ? { nextAttemptAt: retryAt } : { state: 'FAILED' }),
        },
      });
    },

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

    /**
     * Retries unsent mails at once, with a new count of attempts.
     * @param ids null: all failed mails
     * @returns how many
     */
    async retry(ids: readonly number[] | null, now: Date): Promise<number> {
      const { count } = await db.outboxMail.updateMany({
        where:
          ids === null
            ? { state: 'FAILED' }
            : { id: { in: [...ids] }, state: { in: ['WAITING', 'FAILED'] } },
        data: { state: 'WAITING', attempts: 0, nextAttemptAt: now, mergeKey: null },
      });
      return count;
    },

    /** Deletes mails sent before the given day, and failed ones written before it. */
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

/** The mails to one address. */
export function addressMailsRepository(db: Db) {
  return {
    /** The newest to an address, in every state. */
    async listTo(to: string, limit: number) {
      return await db.outboxMail.findMany({
        where: { to },
        orderBy: { id: 'desc' },
        take: limit,
        select: { ...mailColumns, params: true },
      });
    },

    /** Removes what waits for an address with a link for only its owner. */
    async removeWaiting(to: string, templates: readonly string[]): Promise<void> {
      await db.outboxMail.deleteMany({
        where: { to, template: { in: [...templates] }, state: { in: ['WAITING', 'HELD'] } },
      });
    },

    /** Sends what waits for an address to another one, each mail for itself. */
    async readdress(from: string, to: string): Promise<void> {
      await db.outboxMail.updateMany({
        where: { to: from, state: { in: ['WAITING', 'HELD'] } },
        data: { to, mergeKey: null },
      });
    },
  };
}
