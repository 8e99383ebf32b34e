import type { MailKind, NoticeKind } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import { activeAgent } from '../../platform/auth/active-agent.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/db.ts';
import { requestScope } from '../../policies/requests.ts';
import { jsonRow, type Unread } from '../../platform/json-rows.repository.ts';
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

const name = { select: { nom: true, prenom: true, companyName: true } } as const;
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
    async insert(notices: readonly NewNotice[]): Promise<void> {
      if (notices.length === 0) return;
      // One JSON value, which PostgreSQL unfolds: an import tells thousands.
      await db.$executeRaw`
        INSERT INTO notices (user_id, kind, request_id, step_id, about_id, params)
        SELECT "userId", kind, "requestId", "stepId", "aboutId", coalesce(params, '{}'::jsonb)
        FROM json_to_recordset(${JSON.stringify(notices)}::json) AS n("userId" uuid, kind "NoticeKind",
          "requestId" int, "stepId" int, "aboutId" uuid, params jsonb)`;
    },

    /** Takes away what these people have not read yet of a kind on a step; answers how much each was told of. */
    async withdrawUnread(
      kind: NoticeKind,
      stepId: number,
      userIds: readonly string[],
    ): Promise<Map<string, number>> {
      const where = { kind, stepId, userId: { in: [...userIds] }, readAt: null };
      const rows = await db.notice.findMany({ where, select: { userId: true, params: true } });
      if (rows.length > 0) await db.notice.deleteMany({ where });
      return new Map(
        rows.map(({ userId, params }) => [userId, (params as NoticeParams).count ?? 1]),
      );
    },

    /** Agents of these organisations who can sign in. */
    async agentsOf(partnerIds: readonly number[]): Promise<(StepReader & { partnerId: number })[]> {
      const rows = await db.user.findMany({
        where: { partnerId: { in: [...partnerIds] }, ...activeAgent },
        select: { id: true, partnerId: true, absence: absenceColumns },
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
      const [found] = await db.$queryRaw<{ total: number; rows: Unread<ListedNotice>[] }[]>`
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
            ORDER BY n.id DESC) AS t) AS rows`;
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

    /** The same for every agent of an organisation. */
    async markReadByAgents(
      partnerId: number,
      which: { kind: NoticeKind; stepId: number },
      now: Date,
    ): Promise<void> {
      await db.notice.updateMany({
        where: { ...which, user: { partnerId }, readAt: null },
        data: { readAt: now },
      });
    },

    async removeUnread(kinds: readonly NoticeKind[], stepIds: readonly number[]): Promise<void> {
      await db.notice.deleteMany({
        where: { kind: { in: [...kinds] }, stepId: { in: [...stepIds] }, readAt: null },
      });
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
