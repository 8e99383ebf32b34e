import type { MailKind, NoticeKind } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import type { DB as Tables } from '@wasl/db/tables';
import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  sql,
  type SqlBool,
} from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import { personName } from '../../platform/database/person-name.ts';
import { activeAgent } from '../../platform/auth/active-agent.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { writeGathered, type RowWriter } from '../../platform/database/gathered.repository.ts';
import { requestScope } from '../../policies/requests.ts';
import {
  build,
  conditionOn,
  read,
  rows,
  type JsonOf,
} from '../../platform/database/statements.repository.ts';
import { storedStatus } from '../../policies/request-status.ts';
import { absenceColumns, type StepReader } from '../../policies/step-readers.ts';
import { isInRequestScope } from '../../policies/scopes.repository.ts';
import { partnerName } from '../partners/index.ts';
import { itemLabel, stepTitle } from '../reference/index.ts';

/** Codes and figures of a notice; words are found for them when it is read. */
export interface NoticeParams {
  /** A code of STATUS or PROCESSING_STEP_STATUS. */
  readonly status?: string;
  readonly percent?: number;
  /** Codes of DOCUMENT. */
  readonly documents?: readonly string[];
  readonly count?: number;
  /** The organisation, where no step names it. */
  readonly partnerId?: number;
  /** The number of a request that the reader may not know more of. */
  readonly numRequest?: string;
}

export interface NewNotice {
  readonly userId: string;
  readonly kind: NoticeKind;
  readonly requestId?: number;
  readonly stepId?: number;
  /** The colleague that it is about. */
  readonly aboutId?: string;
  readonly params?: NoticeParams;
}

/** A notice as it is written. */
interface WrittenNotice extends NewNotice {
  /** It stands in the place of those of its kind on its step that the person has not read. */
  readonly isReplacing?: true;
  /** It says how many it stands for, itself among them. */
  readonly isCounted?: boolean;
}

const rowsOf = (notices: readonly WrittenNotice[]) =>
  // One JSON value, which PostgreSQL unfolds: an import tells thousands.
  sql<
    Required<Omit<WrittenNotice, 'isReplacing'>>
  >`json_to_recordset(${JSON.stringify(notices)}::json)`.as<'n'>(
    sql`n("userId" uuid, kind "NoticeKind", "requestId" int, "stepId" int, "aboutId" uuid, params jsonb, "isCounted" boolean)`,
  );

/**
 * Of `notices as t` those of these steps. What a JSON value holds PostgreSQL guesses at a hundred rows, and reads all
 * notices for them; of one step it keeps the plan.
 */
function isOnSteps(notices: readonly { readonly stepId?: number }[]): Expression<SqlBool> {
  const [first, ...others] = new Set(notices.flatMap(({ stepId }) => stepId ?? []));
  const step = sql.ref('t.step_id');
  return others.length === 0 && first !== undefined
    ? sql<boolean>`${step} = ${first}::int`
    : sql<boolean>`${step} = any(${[first, ...others]}::int[])`;
}

const givenParams = sql<object>`coalesce(${sql.ref('n.params')}, '{}'::jsonb)`;
const insertedNotices = (notices: readonly WrittenNotice[], params: RawBuilder<object>) =>
  build
    .insertInto('notices')
    .columns(['user_id', 'kind', 'request_id', 'step_id', 'about_id', 'params'])
    .expression((eb) =>
      eb
        .selectFrom(rowsOf(notices))
        .select([
          'n.userId',
          'n.kind',
          'n.requestId',
          'n.stepId',
          'n.aboutId',
          params.as('params'),
        ]),
    );

/** In their order, whether they replace others or not. */
const noticeRows: RowWriter<WrittenNotice> = (notices) => {
  const replacing = notices.filter(({ isReplacing }) => isReplacing === true);
  if (replacing.length === 0) return { notices: insertedNotices(notices, givenParams) };
  const replaced = build
    .deleteFrom('notices as t')
    .using(rowsOf(replacing))
    .whereRef('t.step_id', '=', 'n.stepId')
    .whereRef('t.user_id', '=', 'n.userId')
    .whereRef('t.kind', '=', 'n.kind')
    .where('t.read_at', 'is', null)
    .where(isOnSteps(replacing))
    .returning((eb) => [
      't.step_id',
      't.user_id',
      't.kind',
      sql<number>`coalesce((${eb.ref('t.params')}->>'count')::int, 1)`.as('told'),
    ]);
  const told = build
    .selectFrom(
      sql
        .table('replaced_notices')
        .$castTo<{ step_id: number; user_id: string; kind: NoticeKind; told: number }>()
        .as('e'),
    )
    .whereRef('e.step_id', '=', sql.ref('n.stepId'))
    .whereRef('e.user_id', '=', sql.ref('n.userId'))
    .whereRef('e.kind', '=', sql.ref('n.kind'))
    .select(({ fn }) => fn.max('e.told').as('told'));
  return {
    replaced_notices: replaced,
    notices: insertedNotices(
      notices,
      sql<object>`${givenParams} || CASE WHEN ${sql.ref('n.isCounted')}
        THEN jsonb_build_object('count', 1 + coalesce(${told}, 0)) ELSE '{}'::jsonb END`,
    ),
  };
};

/** What a person, or every agent of an organisation, was told of a step in a kind. */
export interface SettledNotice {
  readonly kind: NoticeKind;
  readonly stepId: number;
  readonly userId?: string;
  readonly partnerId?: number;
  readonly at: Date;
}

const settledRows: RowWriter<SettledNotice> = (notices) => {
  const told = sql<Required<SettledNotice>>`json_to_recordset(${JSON.stringify(notices)}::json)`;
  const settled = build
    .updateTable('notices as t')
    .from(
      told.as<'n'>(
        sql`n(kind "NoticeKind", "stepId" int, "userId" uuid, "partnerId" int, at timestamptz)`,
      ),
    )
    .set((eb) => ({ read_at: eb.ref('n.at') }))
    .whereRef('t.step_id', '=', 'n.stepId')
    .whereRef('t.kind', '=', 'n.kind')
    .where('t.read_at', 'is', null)
    .where(isOnSteps(notices))
    .where((eb) =>
      eb.or([
        eb('t.user_id', '=', eb.ref('n.userId')),
        eb(
          't.user_id',
          'in',
          eb.selectFrom('users as u').whereRef('u.partner_id', '=', 'n.partnerId').select('u.id'),
        ),
      ]),
    );
  return { settled_notices: settled };
};

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
  // The words for its codes.
  jsonArrayFrom(
    onNotice
      .selectFrom('reference_items as i')
      .where((eb) => sql<boolean>`(${eb.ref('i.parent')}, ${eb.ref('i.code')}) IN ${codes}`)
      .select(['i.parent', ...itemLabel]),
  ).as('words'),
  // The organisation that its figures name, where no step does.
  jsonObjectFrom(
    onNotice
      .selectFrom('partners as p')
      .where('p.id', '=', sql<number>`(${params} ->> 'partnerId')::int`)
      .select(partnerName),
  ).as('organisation'),
] as const;
export type ListedNotice = JsonOf<'n', typeof notice>;

/** A person's notices; one of a request that they may not know of any more is not there. */
function ownNotices(actor: Actor) {
  return {
    userId: actor.userId,
    OR: [{ requestId: null }, { request: requestScope(actor) }],
  } satisfies Prisma.NoticeWhereInput;
}

export function noticesRepository(db: Db) {
  return {
    /** At the end of the transaction. */
    async insert(notices: readonly NewNotice[]): Promise<void> {
      await writeGathered(db, noticeRows, notices);
    },

    /**
     * At the end of the transaction, in the place of what the person has not read of the same kind on the same step.
     * @param isCounted whether each says how many it stands for
     */
    async replaceUnread(
      notices: readonly NewNotice[],
      { isCounted }: { readonly isCounted: boolean },
    ): Promise<void> {
      const replacing = notices.map((notice) => ({
        ...notice,
        isReplacing: true as const,
        isCounted,
      }));
      await writeGathered(db, noticeRows, replacing);
    },

    /** Agents of these organisations who can sign in. */
    async agentsOf(
      partnerIds: readonly number[],
    ): Promise<(StepReader & { partnerId: number; isResponsible: boolean })[]> {
      const agents = await db.user.findMany({
        where: { partnerId: { in: [...partnerIds] }, ...activeAgent },
        select: { id: true, partnerId: true, isResponsible: true, absence: absenceColumns },
      });
      return agents.flatMap(({ partnerId, ...agent }) =>
        partnerId === null ? [] : [{ ...agent, partnerId }],
      );
    },

    async list(
      actor: Actor,
      { page, size }: { page: number; size: number },
    ): Promise<{ rows: ListedNotice[]; total: number }> {
      const own = build
        .selectFrom('notices as n')
        .where('n.user_id', '=', actor.userId)
        .where((eb) =>
          eb.or([
            eb('n.request_id', 'is', null),
            eb.exists(
              eb
                .selectFrom('requests as r')
                .whereRef('r.id', '=', 'n.request_id')
                .where(isInRequestScope(actor))
                .select('r.id'),
            ),
          ]),
        );
      const shown = own
        .selectAll('n')
        .orderBy('n.id', 'desc')
        .limit(size)
        .offset(page * size);
      const listed = build.selectFrom(shown.as('n')).orderBy('n.id', 'desc').select(notice);
      const query = build.selectNoFrom([
        sql<number>`${own.select(sql<number>`count(*)::int`.as('count'))}`.as('total'),
        jsonArrayFrom(listed).as('rows'),
      ]);
      const [found] = await read(db, 'notices', query);
      return { rows: found?.rows ?? [], total: found?.total ?? 0 };
    },

    /** Whether the notice is the person's. */
    async exists(actor: Actor, id: number): Promise<boolean> {
      return (await db.notice.count({ where: { AND: [ownNotices(actor), { id }] } })) > 0;
    },

    /** Marks as read what is named and is not read yet; the first time stays. */
    async markRead(userId: string, which: Prisma.NoticeWhereInput, now: Date): Promise<void> {
      await db.notice.updateMany({
        where: { AND: [which, { userId, readAt: null }] },
        data: { readAt: now },
      });
    },

    /** At the end of the transaction: what somebody was told of a step and has not read is known to them. */
    async settle(notices: readonly SettledNotice[]): Promise<void> {
      await writeGathered(db, settledRows, notices);
    },

    async removeUnread(kinds: readonly NoticeKind[], stepIds: readonly number[]): Promise<void> {
      await db.notice.deleteMany({
        where: { kind: { in: [...kinds] }, stepId: { in: [...stepIds] }, readAt: null },
      });
    },

    /** Takes documents out of what was asked for on a step; a notice that asks for nothing goes. */
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

    async removeAbout(kind: NoticeKind, aboutId: string): Promise<void> {
      await db.notice.deleteMany({ where: { kind, aboutId } });
    },

    async refusedMails(userId: string): Promise<MailKind[]> {
      const refused = await db.refusedMail.findMany({ where: { userId }, select: { kind: true } });
      return refused.map(({ kind }) => kind);
    },

    /** The kinds refused from now on, in place of those before. */
    async replaceRefusedMails(userId: string, kinds: readonly MailKind[]): Promise<void> {
      await db.refusedMail.deleteMany({ where: { userId, kind: { notIn: [...kinds] } } });
      await db.refusedMail.createMany({
        data: kinds.map((kind) => ({ userId, kind })),
        skipDuplicates: true,
      });
    },

    /** Refuses these kinds beside those refused already; nothing for an account that is gone. */
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
