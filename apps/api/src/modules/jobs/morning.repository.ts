import { boundsOfDay } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import { type Expression, sql, type SqlBool } from 'kysely';

import { mailedPersonColumns } from '../../platform/database/person-name.ts';
import { activeAgent } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import {
  agreementsOpenToPartners,
  hiddenFromPartners,
  suspendedStatuses,
} from '../../policies/request-actions.ts';
import { absenceColumns } from '../../policies/step-readers.ts';
import { nameColumns } from '../partners/index.ts';
import { labelColumns } from '../reference/index.ts';
import { isAtHalfTime } from '../requests/index.ts';
import { atWorkStepStatuses } from '../../rules/step-transitions.ts';
import type { Reached } from './rules/morning.ts';

const run = 'morning';

/** Counts of an organisation's steps by owner; null for steps without an owner. */
export interface DeskCounts {
  readonly partnerId: number;
  readonly assigneeId: string | null;
  /** Assigned since the day of the previous run. */
  readonly fresh: number;
  /** At most half of their days are left. */
  readonly half: number;
  readonly late: number;
  /** A message of the person is unanswered. */
  readonly waiting: number;
}

const person = {
  select: mailedPersonColumns,
} as const;

/** Requests that the organisations can continue and whose owner can sign in. */
const moving = {
  status: { notIn: [...hiddenFromPartners, ...suspendedStatuses] },
  agreement: { in: [...agreementsOpenToPartners] },
  beneficiary: { disabledAt: null },
} as const satisfies Prisma.SupportRequestWhereInput;

const stepColumns = {
  id: true,
  dueOn: true,
  titleItem: { select: labelColumns },
  partner: { select: nameColumns },
  request: { select: { id: true, numRequest: true, beneficiary: person } },
  documents: {
    where: { fileId: null },
    orderBy: { id: 'asc' },
    select: { documentItem: { select: labelColumns } },
  },
} as const satisfies Prisma.ProcessingStepSelect;
export type RemindedStep = Prisma.ProcessingStepGetPayload<{ select: typeof stepColumns }>;

const within = (spans: readonly Reached[]) =>
  spans.map(({ after, upTo }) => ({ gt: after, lte: upTo }));

export function morningRepository(db: Db) {
  return {
    /** Claims the day. The first process does its work in this transaction; others find it claimed. */
    async claim(day: string, now: Date): Promise<boolean> {
      const { count } = await db.dailyRun.createMany({
        data: [{ name: run, day: new Date(day), doneAt: now }],
        skipDuplicates: true,
      });
      return count === 1;
    },

    async previousDay(day: string): Promise<string | null> {
      const last = await db.dailyRun.findFirst({
        where: { name: run, day: { lt: new Date(day) } },
        orderBy: { day: 'desc' },
        select: { day: true },
      });
      return last === null ? null : last.day.toISOString().slice(0, 10);
    },

    /**
     * Counts each agent's open steps for the mail, in one statement.
     * @param halves the working days by the number of working days left
     */
    async desks({
      today,
      since,
      halves,
    }: {
      readonly today: string;
      readonly since: string;
      readonly halves: readonly string[];
    }): Promise<DeskCounts[]> {
      const countOf = (condition: Expression<SqlBool>) =>
        sql<number>`(count(*) filter (where ${condition}))::int`;
      const query = build
        .selectFrom('processing_steps as s')
        .innerJoin('requests as r', 'r.id', 's.request_id')
        .where(
          's.status',
          'in',
          atWorkStepStatuses.map((code) => sql.lit(code)),
        )
        .where(
          'r.status',
          'not in',
          hiddenFromPartners.map((code) => sql.lit(code)),
        )
        .where(
          'r.agreement',
          'in',
          agreementsOpenToPartners.map((code) => sql.lit(code)),
        )
        .where((eb) =>
          eb.or([
            eb('s.snoozed_until', 'is', null),
            eb('s.snoozed_until', '<=', sql<Date>`${today}::date`),
          ]),
        )
        .groupBy(['s.partner_id', 's.assignee_id'])
        .select((eb) => [
          's.partner_id as partnerId',
          's.assignee_id as assigneeId',
          countOf(eb('s.assigned_at', '>=', boundsOfDay(since).start)).as('fresh'),
          countOf(isAtHalfTime(today, halves)).as('half'),
          countOf(eb('s.due_on', '<', sql<Date>`${today}::date`)).as('late'),
          countOf(eb('s.awaits_answer_since', 'is not', null)).as('waiting'),
        ]);
      return await rows(db, query);
    },

    async agents() {
      return await db.user.findMany({
        where: { ...activeAgent, partnerId: { not: null } },
        orderBy: { id: 'asc' },
        select: {
          ...person.select,
          partner: { select: { id: true, ...nameColumns } },
          absence: absenceColumns,
        },
      });
    },

    /** Steps that no agent has begun for these spans, without a document awaited from the person. */
    async notTakenUp(spans: readonly Reached[]): Promise<RemindedStep[]> {
      return await db.processingStep.findMany({
        where: {
          status: 'ASSIGNED',
          OR: within(spans).map((assignedAt) => ({ assignedAt })),
          documents: { none: { fileId: null } },
          request: moving,
        },
        orderBy: { id: 'asc' },
        select: stepColumns,
      });
    },

    /** Steps with a document awaited for these spans, whose person was not reminded of it after `since`. */
    async documentsAwaited(spans: readonly Reached[], since: Date): Promise<RemindedStep[]> {
      return await db.processingStep.findMany({
        where: {
          status: { in: [...atWorkStepStatuses] },
          documents: {
            some: { fileId: null, OR: within(spans).map((requestedAt) => ({ requestedAt })) },
          },
          OR: [{ remindedAt: null }, { remindedAt: { lte: since } }],
          request: moving,
        },
        orderBy: { id: 'asc' },
        select: stepColumns,
      });
    },

    /** Prisma would change `updated_at`. */
    async markReminded(stepIds: readonly number[], now: Date): Promise<void> {
      if (stepIds.length === 0) return;
      const query = build
        .updateTable('processing_steps')
        .set({ reminded_at: now })
        .where('id', 'in', [...stepIds]);
      await rows(db, query);
    },

    /** Marks drafts that were unchanged for this span, and returns them; each once. */
    async forgottenDrafts({ upTo }: Reached, now: Date) {
      // Prisma would change `updated_at`.
      const query = build
        .updateTable('requests')
        .set({ draft_reminded_at: now })
        .where('status', '=', sql.lit('EN_COURS_DE_CREATION'))
        .where(
          'agreement',
          'in',
          agreementsOpenToPartners.map((code) => sql.lit(code)),
        )
        .where('draft_reminded_at', 'is', null)
        .where('updated_at', '<=', upTo)
        .returning('id');
      const marked = await rows(db, query);
      return await db.supportRequest.findMany({
        where: { id: { in: marked.map(({ id }) => id) }, beneficiary: { disabledAt: null } },
        orderBy: { id: 'asc' },
        select: { id: true, numRequest: true, beneficiary: person },
      });
    },
  };
}
