import type { MailKind, NoticeKind, Role } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import type { DB as Tables } from '@wasl/db/tables';
import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import { personName } from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { requestScope } from '../../policies/requests.ts';
import {
  build,
  conditionOn,
  prepared,
  read,
  rows,
  type JsonOf,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import { storedStatus } from '../../policies/request-status.ts';
import { isInRequestScope, readerIds, type ReaderIds } from '../../policies/scopes.repository.ts';
import { partnerName } from '../partners/index.ts';
import { itemLabel, stepTitle } from '../reference/index.ts';

const onNotice = conditionOn<'n'>();
const params = sql.ref('n.params');
const status = sql<string>`${params} ->> 'status'`.as('code');
const codes = build
  .selectNoFrom([sql.lit('STATUS').as('parent'), status])
  .unionAll(build.selectNoFrom([sql.lit('PROCESSING_STEP_STATUS').as('parent'), status]))
  .unionAll(
    build.selectNoFrom([
      sql.lit('DOCUMENT').as('parent'),
      sql<string>`jsonb_array_elements_text(${params} -> 'documents')`.as('code'),
    ]),
  );
const notice = [
  'n.id',
  'n.kind',
  'n.params',
  'n.created_at as createdAt',
  'n.read_at as readAt',
  'n.request_id as requestId',
  'n.step_id as stepId',
  jsonObjectFrom(
    onNotice.selectFrom('users as u').whereRef('u.id', '=', 'n.about_id').select(personName),
  ).as('about'),
  jsonObjectFrom(
    onNotice
      .selectFrom('requests as r')
      .whereRef('r.id', '=', 'n.request_id')
      .select((request) => [
        'r.num_request as numRequest',
        storedStatus,
        jsonObjectFrom(
          request
            .selectFrom('users as u')
            .whereRef('u.id', '=', 'r.beneficiary_id')
            .select(personName),
        )
          .$notNull()
          .as('beneficiary'),
      ]),
  ).as('request'),
  jsonObjectFrom(
    onNotice
      .selectFrom('processing_steps as s')
      .whereRef('s.id', '=', 'n.step_id')
      .select((step) => [
        jsonObjectFrom(
          step
            .selectFrom('partners as p')
            .whereRef('p.id', '=', 's.partner_id')
            .select(partnerName),
        )
          .$notNull()
          .as('partner'),
        stepTitle,
      ]),
  ).as('step'),
  // The labels of its codes.
  jsonArrayFrom(
    onNotice
      .selectFrom('reference_items as i')
      .where((eb) => sql<boolean>`(${eb.ref('i.parent')}, ${eb.ref('i.code')}) IN ${codes}`)
      .select(['i.parent', ...itemLabel]),
  ).as('words'),
  // The organisation in its parameters, for a notice without a step.
  jsonObjectFrom(
    onNotice
      .selectFrom('partners as p')
      .where('p.id', '=', sql<number>`(${params} ->> 'partnerId')::int`)
      .select(partnerName),
  ).as('organisation'),
] as const;
export type ListedNotice = JsonOf<'n', typeof notice>;

/** A person's notices. Notices about requests that they can no longer see are missing. */
function ownNotices(actor: Actor) {
  return {
    userId: actor.userId,
    OR: [{ requestId: null }, { request: requestScope(actor) }],
  } satisfies Prisma.NoticeWhereInput;
}

interface NoticesAsked extends ReaderIds {
  readonly size: number;
  /** Number of notices before the page. */
  readonly from: number;
}
const noticesOf = prepared(
  ({ size, from, userId, partnerId }: Placeholders<NoticesAsked>, role: Actor['role']) => {
    const own = build
      .selectFrom('notices as n')
      .where('n.user_id', '=', userId)
      .where((eb) =>
        eb.or([
          eb('n.request_id', 'is', null),
          eb.exists(
            eb
              .selectFrom('requests as r')
              .whereRef('r.id', '=', 'n.request_id')
              .where(isInRequestScope({ role, userId, partnerId }))
              .select('r.id'),
          ),
        ]),
      );
    const shown = own.selectAll('n').orderBy('n.id', 'desc').limit(size).offset(from);
    const listed = build.selectFrom(shown.as('n')).orderBy('n.id', 'desc').select(notice);
    return build.selectNoFrom([
      sql<number>`${own.select(sql<number>`count(*)::int`.as('count'))}`.as('total'),
      jsonArrayFrom(listed).as('rows'),
    ]);
  },
);

export function noticesRepository(db: Db) {
  return {
    async list(
      actor: Actor,
      { page, size }: { page: number; size: number },
    ): Promise<{ rows: ListedNotice[]; total: number }> {
      const asked = { ...readerIds(actor), size, from: page * size };
      const query = noticesOf(asked, actor.role);
      const [found] = await read(db, 'notices', query);
      return { rows: found?.rows ?? [], total: found?.total ?? 0 };
    },

    async exists(actor: Actor, id: number): Promise<boolean> {
      return (await db.notice.count({ where: { AND: [ownNotices(actor), { id }] } })) > 0;
    },

    /** Marks unread notices as read. Notices that were read before keep their time. */
    async markRead(userId: string, which: Prisma.NoticeWhereInput, now: Date): Promise<void> {
      await db.notice.updateMany({
        where: { AND: [which, { userId, readAt: null }] },
        data: { readAt: now },
      });
    },

    async removeUnread(kinds: readonly NoticeKind[], stepIds: readonly number[]): Promise<void> {
      await db.notice.deleteMany({
        where: { kind: { in: [...kinds] }, stepId: { in: [...stepIds] }, readAt: null },
      });
    },

    /** Removes documents from the notices that ask for them on a step. A notice without documents is deleted. */
    async dropAsked(stepId: number, codes: readonly string[]): Promise<void> {
      const documents = sql`${sql.ref('params')} -> 'documents'`;
      const left = sql`(${documents}) - ${[...codes]}::text[]`;
      const isAsked = (eb: ExpressionBuilder<Tables, 'notices'>) =>
        eb.and([
          eb('step_id', '=', stepId),
          eb('kind', '=', sql.lit('DOCUMENTS_ASKED')),
          sql<boolean>`jsonb_typeof(${documents}) = 'array'`,
        ]);
      await rows(
        db,
        build
          .deleteFrom('notices')
          .where(isAsked)
          .where(left, '=', sql`'[]'::jsonb`),
      );
      const params = sql`jsonb_set(${sql.ref('params')}, '{documents}', ${left})`;
      await rows(db, build.updateTable('notices').set({ params }).where(isAsked));
    },

    /** Counts one message less in this side's unread notices on a step. A notice of one message is deleted. */
    async dropMessage(stepId: number, readers: Role): Promise<void> {
      const count = sql<number>`coalesce((${sql.ref('params')} ->> 'count')::int, 1)`;
      const isUnread = (eb: ExpressionBuilder<Tables, 'notices'>) =>
        eb.and([
          eb('step_id', '=', stepId),
          eb('kind', '=', sql.lit('MESSAGE')),
          eb('read_at', 'is', null),
          eb(
            'user_id',
            'in',
            build.selectFrom('users as u').where('u.role', '=', readers).select('u.id'),
          ),
        ]);
      await rows(db, build.deleteFrom('notices').where(isUnread).where(count, '<=', 1));
      const params = sql`jsonb_set(${sql.ref('params')}, '{count}', to_jsonb(${count} - 1))`;
      await rows(db, build.updateTable('notices').set({ params }).where(isUnread));
    },

    async removeAbout(kind: NoticeKind, aboutId: string): Promise<void> {
      await db.notice.deleteMany({ where: { kind, aboutId } });
    },

    async refusedMails(userId: string): Promise<MailKind[]> {
      const refused = await db.refusedMail.findMany({ where: { userId }, select: { kind: true } });
      return refused.map(({ kind }) => kind);
    },

    async replaceRefusedMails(userId: string, kinds: readonly MailKind[]): Promise<void> {
      await db.refusedMail.deleteMany({ where: { userId, kind: { notIn: [...kinds] } } });
      await db.refusedMail.createMany({
        data: kinds.map((kind) => ({ userId, kind })),
        skipDuplicates: true,
      });
    },

    /** Adds refused kinds of mail. Does nothing for a deleted account. */
    async refuseMails(userId: string, kinds: readonly MailKind[]): Promise<void> {
      const query = build
        .insertInto('refused_mails')
        .columns(['user_id', 'kind'])
        .expression((eb) =>
          eb
            .selectFrom('users')
            .where('id', '=', userId)
            .where('disabled_at', 'is', null)
            .select(['id', sql<MailKind>`unnest(${[...kinds]}::text[])::"MailKind"`.as('kind')]),
        )
        .onConflict((one) => one.doNothing());
      await rows(db, query);
    },
  };
}
