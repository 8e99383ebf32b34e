import { boundsOfDay } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';

import { mailedPersonColumns } from '../../platform/database/person-name.ts';
import { activeAgent } from '../../platform/auth/active-agent.ts';
import { codesSql, type Db } from '../../platform/database/db.ts';
import {
  agreementsOpenToPartners,
  hiddenFromPartners,
  suspendedStatuses,
} from '../../policies/request-actions.ts';
import { absenceColumns } from '../../policies/step-readers.ts';
import { nameColumns } from '../partners/index.ts';
import { labelColumns } from '../reference/index.ts';
import { atHalfTimeSql } from '../requests/index.ts';
import { atWorkStepStatuses } from '../../rules/step-transitions.ts';
import type { Reached } from './rules/morning.ts';

/** What the runs of this job are called. */
const run = 'morning';

/** Steps of one organisation by whose they are; null: nobody's. */
export interface DeskCounts {
  readonly partnerId: number;
  readonly assigneeId: string | null;
  /** Came since the last morning's day. */
  readonly fresh: number;
  /** Half of their days or less are left. */
  readonly half: number;
  readonly late: number;
  /** A message of the person was not answered. */
  readonly waiting: number;
}

const person = {
  select: mailedPersonColumns,
} as const;

/** Where organisations may move on, and whose owner can sign in. */
const moving = {
  status: { notIn: [...hiddenFromPartners, ...suspendedStatuses] },
  agreement: { in: [...agreementsOpenToPartners] },
  beneficiary: { disabledAt: null },
} as const satisfies Prisma.SupportRequestWhereInput;

const stepColumns = {
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

/** What the mails of a morning are made from. */
export function morningRepository(db: Db) {
  return {
    /** Takes the day: whoever is first does its work, in this transaction; the others find it taken. */
    async claim(day: string, now: Date): Promise<boolean> {
      const taken = await db.$executeRaw`
        INSERT INTO daily_runs (name, day, done_at) VALUES (${run}, ${day}::date, ${now})
        ON CONFLICT DO NOTHING`;
      return taken === 1;
    },

    /** The day of the run before. */
    async previousDay(day: string): Promise<string | null> {
      const last = await db.dailyRun.findFirst({
        where: { name: run, day: { lt: new Date(day) } },
        orderBy: { day: 'desc' },
        select: { day: true },
      });
      return last === null ? null : last.day.toISOString().slice(0, 10);
    },

    /**
     * How many open steps each agent has to be told of, in one statement over the open steps.
     * @param halves the working day at which so many are left, by their number
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
      return await db.$queryRaw<DeskCounts[]>`
        SELECT s.partner_id AS "partnerId", s.assignee_id AS "assigneeId",
          (count(*) FILTER (WHERE s.assigned_at >= ${boundsOfDay(since).start}))::int AS fresh,
          (count(*) FILTER (WHERE ${atHalfTimeSql(today, halves)}))::int AS half,
          (count(*) FILTER (WHERE s.due_on < ${today}::date))::int AS late,
          (count(*) FILTER (WHERE s.awaits_answer_since IS NOT NULL))::int AS waiting
        FROM processing_steps s JOIN requests r ON r.id = s.request_id
        WHERE s.status IN (${codesSql(atWorkStepStatuses)}) AND r.status NOT IN (${codesSql(hiddenFromPartners)})
          AND r.agreement IN (${codesSql(agreementsOpenToPartners)})
        GROUP BY s.partner_id, s.assignee_id`;
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

    /** Steps on which nobody has begun for so long, where nothing is awaited from the person. */
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

    /** Steps on which a document has been awaited for so long. */
    async documentsAwaited(spans: readonly Reached[]): Promise<RemindedStep[]> {
      return await db.processingStep.findMany({
        where: {
          status: { in: [...atWorkStepStatuses] },
          documents: {
            some: { fileId: null, OR: within(spans).map((requestedAt) => ({ requestedAt })) },
          },
          request: moving,
        },
        orderBy: { id: 'asc' },
        select: stepColumns,
      });
    },

    /** Marks drafts that nobody has touched for so long, and names them: each once. */
    async forgottenDrafts({ upTo }: Reached, now: Date) {
      const marked = await db.$queryRaw<{ id: number }[]>`
        UPDATE requests SET draft_reminded_at = ${now}
        WHERE status = 'EN_COURS_DE_CREATION' AND agreement IN (${codesSql(agreementsOpenToPartners)})
          AND draft_reminded_at IS NULL AND updated_at <= ${upTo}
        RETURNING id`;
      return await db.supportRequest.findMany({
        where: { id: { in: marked.map(({ id }) => id) }, beneficiary: { disabledAt: null } },
        orderBy: { id: 'asc' },
        select: { id: true, numRequest: true, beneficiary: person },
      });
    },
  };
}
