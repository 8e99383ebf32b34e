import type { MailKind, NoticeKind } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import { personNameColumns } from '../../platform/database/person-name.ts';
import { activeAgent } from '../../platform/auth/active-agent.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { writeGathered, type RowWriter } from '../../platform/database/gathered.repository.ts';
import { requestScope } from '../../policies/requests.ts';
import { jsonRow, type Unread } from '../../platform/database/json-rows.repository.ts';
import { idIn } from '../../platform/database/own-statements.repository.ts';
import { readRows } from '../../platform/database/reads.repository.ts';
import { absenceColumns, type StepReader } from '../../policies/step-readers.ts';
import { requestScopeSql } from '../../policies/scopes.repository.ts';
import { nameColumns, type OrganisationName } from '../partners/index.ts';
import { labelColumns, type Labelled } from '../reference/index.ts';

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

const rowsOf = (notices: readonly WrittenNotice[]): Prisma.Sql =>
  // One JSON value, which PostgreSQL unfolds: an import tells thousands.
  Prisma.sql`json_to_recordset(${JSON.stringify(notices)}::json) AS n("userId" uuid, kind "NoticeKind",
    "requestId" int, "stepId" int, "aboutId" uuid, params jsonb, "isCounted" boolean)`;

/** Of these steps: what a JSON value holds PostgreSQL guesses at a hundred rows, and reads all notices for them. */
const onSteps = (notices: readonly { readonly stepId?: number }[]): Prisma.Sql =>
  idIn(
    't.step_id',
    notices.flatMap(({ stepId }) => stepId ?? []),
  );

/** In their order, whether they replace others or not. */
const noticeRows: RowWriter<WrittenNotice> = (notices) => {
  const replacing = notices.filter(({ isReplacing }) => isReplacing === true);
  if (replacing.length === 0)
    return {
      notices: Prisma.sql`
        INSERT INTO notices (user_id, kind, request_id, step_id, about_id, params)
        SELECT "userId", kind, "requestId", "stepId", "aboutId", coalesce(params, '{}'::jsonb) FROM ${rowsOf(notices)}`,
    };
  return {
    replaced_notices: Prisma.sql`
      DELETE FROM notices t USING ${rowsOf(replacing)}
      WHERE t.step_id = n."stepId" AND t.user_id = n."userId" AND t.kind = n.kind AND t.read_at IS NULL
        AND ${onSteps(replacing)}
      RETURNING t.step_id, t.user_id, t.kind, coalesce((t.params->>'count')::int, 1) AS told`,
    notices: Prisma.sql`
      INSERT INTO notices (user_id, kind, request_id, step_id, about_id, params)
      SELECT "userId", n.kind, "requestId", "stepId", "aboutId", coalesce(params, '{}'::jsonb) ||
        CASE WHEN "isCounted" THEN jsonb_build_object('count', 1 + coalesce((SELECT max(e.told) FROM replaced_notices e
          WHERE e.step_id = n."stepId" AND e.user_id = n."userId" AND e.kind = n.kind), 0)) ELSE '{}'::jsonb END
      FROM ${rowsOf(notices)}`,
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

const settledRows: RowWriter<SettledNotice> = (notices) => ({
  settled_notices: Prisma.sql`
    UPDATE notices t SET read_at = n.at
    FROM json_to_recordset(${JSON.stringify(notices)}::json)
      AS n(kind "NoticeKind", "stepId" int, "userId" uuid, "partnerId" int, at timestamptz)
    WHERE t.step_id = n."stepId" AND t.kind = n.kind AND t.read_at IS NULL AND ${onSteps(notices)}
      AND (t.user_id = n."userId" OR t.user_id IN (SELECT u.id FROM users u WHERE u.partner_id = n."partnerId"))`,
});

const name = { select: personNameColumns } as const;
const noticeColumns = {
  id: true,
  kind: true,
  params: true,
  createdAt: true,
  readAt: true,
  requestId: true,
  stepId: true,
  about: name,
  request: { select: { numRequest: true, status: true, beneficiary: name } },
  step: { select: { partner: { select: nameColumns }, titleItem: { select: labelColumns } } },
} as const satisfies Prisma.NoticeSelect;
export type NoticeRow = Prisma.NoticeGetPayload<{ select: typeof noticeColumns }>;
const noticeRow = jsonRow('Notice', 'n', noticeColumns);

const wordColumns = { parent: true, ...labelColumns } as const satisfies Prisma.ReferenceItemSelect;
const word = jsonRow('ReferenceItem', 'i', wordColumns);
const organisationName = jsonRow('Partner', 'p', nameColumns);
/** A notice with the words for the codes that it has. */
export type ListedNotice = NoticeRow & {
  readonly words: readonly (Labelled & { readonly parent: string })[];
  /** The organisation that its figures name, where no step does. */
  readonly organisation: OrganisationName | null;
};

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
      const rows = notices.map((notice) => ({ ...notice, isReplacing: true as const, isCounted }));
      await writeGathered(db, noticeRows, rows);
    },

    /** Agents of these organisations who can sign in. */
    async agentsOf(
      partnerIds: readonly number[],
    ): Promise<(StepReader & { partnerId: number; isResponsible: boolean })[]> {
      const rows = await db.user.findMany({
        where: { partnerId: { in: [...partnerIds] }, ...activeAgent },
        select: { id: true, partnerId: true, isResponsible: true, absence: absenceColumns },
      });
      return rows.flatMap(({ partnerId, ...agent }) =>
        partnerId === null ? [] : [{ ...agent, partnerId }],
      );
    },

    async list(
      actor: Actor,
      { page, size }: { page: number; size: number },
    ): Promise<{ rows: ListedNotice[]; total: number }> {
      const own = Prisma.sql`FROM notices n WHERE n.user_id = ${actor.userId}::uuid AND (n.request_id IS NULL
        OR EXISTS (SELECT 1 FROM requests r WHERE r.id = n.request_id AND ${requestScopeSql(actor)}))`;
      const [found] = await readRows<{ total: number; rows: Unread<ListedNotice>[] }>(
        db,
        'notices',
        Prisma.sql`
        SELECT (SELECT count(*)::int ${own}) AS total,
          (SELECT coalesce(json_agg(t), '[]') FROM (
            SELECT ${noticeRow.columns},
              (SELECT coalesce(json_agg(w), '[]') FROM (
                SELECT ${word.columns} FROM reference_items i WHERE (i.parent, i.code) IN (
                  VALUES ('STATUS', n.params ->> 'status'), ('PROCESSING_STEP_STATUS', n.params ->> 'status')
                  UNION ALL SELECT 'DOCUMENT', jsonb_array_elements_text(n.params -> 'documents'))) AS w) AS words,
              (SELECT row_to_json(o) FROM (SELECT ${organisationName.columns} FROM partners p
                WHERE p.id = (n.params ->> 'partnerId')::int) AS o) AS organisation
            FROM (SELECT n.* ${own} ORDER BY n.id DESC LIMIT ${size} OFFSET ${page * size}) AS n
            ORDER BY n.id DESC) AS t) AS rows`,
      );
      return { rows: (found?.rows ?? []).map(noticeRow.read), total: found?.total ?? 0 };
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
      const asked = Prisma.sql`step_id = ${stepId} AND kind = 'DOCUMENTS_ASKED'
        AND jsonb_typeof(params -> 'documents') = 'array'`;
      const left = Prisma.sql`(params -> 'documents') - ${[...codes]}::text[]`;
      await db.$executeRaw`DELETE FROM notices WHERE ${asked} AND ${left} = '[]'`;
      await db.$executeRaw`UPDATE notices SET params = jsonb_set(params, '{documents}', ${left}) WHERE ${asked}`;
    },

    async removeAbout(kind: NoticeKind, aboutId: string): Promise<void> {
      await db.notice.deleteMany({ where: { kind, aboutId } });
    },

    async refusedMails(userId: string): Promise<MailKind[]> {
      const rows = await db.refusedMail.findMany({ where: { userId }, select: { kind: true } });
      return rows.map(({ kind }) => kind);
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
      await db.$executeRaw`
        INSERT INTO refused_mails (user_id, kind)
        SELECT id, unnest(${[...kinds]}::text[])::"MailKind" FROM users
        WHERE id = ${userId}::uuid AND disabled_at IS NULL
        ON CONFLICT DO NOTHING`;
    },
  };
}
