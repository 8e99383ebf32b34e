import { mostCounted, type Role, type StepStatus } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import { codesSql, type Db } from '../../platform/database/db.ts';
import { readRows } from '../../platform/database/reads.repository.ts';
import { stepScopeSql, stepsSql, stepsWithRequestsSql } from '../../policies/scopes.repository.ts';
import type { OrganisationName } from '../partners/index.ts';
import type { Labelled } from '../reference/index.ts';
import { openStepStatuses } from '../../rules/step-transitions.ts';

/** A conversation as the list shows it. Instants of what came out of JSON are text. */
export interface ListedThreadRow {
  readonly id: number;
  readonly requestId: number;
  readonly status: StepStatus;
  readonly awaitsAnswerSince: Date | null;
  readonly partner: OrganisationName;
  readonly titleItem: Labelled;
  readonly request: {
    readonly numRequest: string;
    readonly beneficiary: { nom: string; prenom: string; companyName: string | null };
  };
  /** Messages that wait: for a beneficiary to be read, for an agent to be answered. */
  readonly waiting: number;
  readonly lastMessage: { body: string; createdAt: string; authorRole: Role } | null;
}

/** A stretch of the list, in its order: every row of it before every row of the next. */
interface Stretch {
  readonly condition: Prisma.Sql;
  readonly column: Prisma.Sql;
  readonly direction: Prisma.Sql;
}

const ascending = Prisma.sql`ASC`;
const descending = Prisma.sql`DESC`;
const isOpen = Prisma.sql`s.status IN (${codesSql(openStepStatuses)})`;
/** As the partial index has it, which a closed step leaves by itself. */
export const isUnanswered = Prisma.sql`s.awaits_answer_since IS NOT NULL AND ${isOpen}`;
const isBegun = Prisma.sql`s.last_message_at IS NOT NULL`;

/** The first stretches of each side's list, and which of its steps the list holds at all. */
const lists: Readonly<Record<Role, { stretches: readonly Stretch[]; held: Prisma.Sql }>> = {
  PARTENAIRE: {
    stretches: [
      {
        condition: isUnanswered,
        column: Prisma.sql`s.awaits_answer_since`,
        direction: ascending,
      },
      {
        condition: Prisma.sql`${isBegun} AND NOT (${isUnanswered})`,
        column: Prisma.sql`s.last_message_at`,
        direction: descending,
      },
    ],
    held: isBegun,
  },
  BENEFICIAIRE: {
    stretches: [
      { condition: isBegun, column: Prisma.sql`s.last_message_at`, direction: descending },
      {
        condition: Prisma.sql`s.last_message_at IS NULL AND ${isOpen}`,
        column: Prisma.sql`s.created_at`,
        direction: descending,
      },
    ],
    held: Prisma.sql`(${isBegun} OR ${isOpen})`,
  },
};

/** What one more message, `written`, makes of its conversation: what `refresh` would read of all of them. */
export const afterMessageSql = Prisma.sql`
  UPDATE processing_steps s SET last_message_at = greatest(s.last_message_at, w.created_at),
    awaits_answer_since = CASE WHEN w.author_role = 'BENEFICIAIRE' THEN least(s.awaits_answer_since, w.created_at) END,
    awaiting_messages = CASE WHEN w.author_role = 'BENEFICIAIRE' THEN s.awaiting_messages + 1 ELSE 0 END
  FROM written w WHERE s.id = w.step_id`;

/** What the person's side has not done yet: an agent's answers, a beneficiary's reading. */
const waitingSql: Readonly<Record<Role, Prisma.Sql>> = {
  PARTENAIRE: Prisma.sql`CASE WHEN ${isOpen} THEN s.awaiting_messages ELSE 0 END`,
  BENEFICIAIRE: Prisma.sql`(SELECT count(*)::int FROM step_messages n
    WHERE n.step_id = s.id AND n.author_role = 'PARTENAIRE' AND n.read_at IS NULL)`,
};

/**
 * Conversations as lists. What one waits for is kept on its step by {@link refresh}, so that lists and counts are
 * reads of an index and grow with what waits, not with what was ever written.
 */
export function threadsRepository(db: Db) {
  return {
    /**
     * Says on the step what its messages say: the last of them, and which of the beneficiary's nobody has answered. With
     * {@link afterMessageSql} the one writer of these columns; whoever takes messages away or says that none needs an
     * answer calls it under the request's lock.
     */
    async refresh(stepIds: readonly number[]): Promise<void> {
      await db.$executeRaw`
        UPDATE processing_steps s
        SET last_message_at = m.last_at, awaits_answer_since = m.since, awaiting_messages = m.awaiting
        FROM unnest(${[...stepIds]}::int[]) AS wanted (id), LATERAL (
          SELECT max(e.created_at) AS last_at,
            min(e.created_at) FILTER (WHERE e.waits) AS since, count(*) FILTER (WHERE e.waits) AS awaiting
          FROM (
            SELECT a.created_at, a.author_role = 'BENEFICIAIRE' AND a.id > greatest(
              coalesce(t.answer_waived_up_to, 0),
              coalesce(max(a.id) FILTER (WHERE a.author_role = 'PARTENAIRE') OVER (), 0)) AS waits
            FROM processing_steps t JOIN step_messages a ON a.step_id = t.id WHERE t.id = wanted.id) e
        ) m
        WHERE s.id = wanted.id`;
    },

    /** Up to which message an agent said that no answer is needed; null takes that back. */
    async waive(stepId: number, upTo: number | null): Promise<void> {
      await db.processingStep.update({
        where: { id: stepId },
        data: { answerWaivedUpTo: upTo },
        select: { id: true },
      });
    },

    /**
     * A page of the person's conversations in one statement. An agent's: those to be answered first, the longest waiting on
     * top, then the last written to; a beneficiary's: the last written to, then open steps on which one can begin. It is polled:
     * the total is counted as far as {@link mostCounted}.
     */
    async page(
      actor: Actor,
      { page, size }: { page: number; size: number },
    ): Promise<{ rows: ListedThreadRow[]; total: number }> {
      const { stretches, held } = lists[actor.role];
      const scope = stepScopeSql(actor);
      const from = actor.role === 'PARTENAIRE' ? stepsSql : stepsWithRequestsSql;
      const parts = stretches.map(({ condition, column, direction }, part) => {
        const sign = direction === ascending ? Prisma.sql`` : Prisma.sql`-`;
        return Prisma.sql`(SELECT s.id, ${part}::int AS part, ${sign}extract(epoch FROM ${column}) AS place, ${sign}s.id AS tie
          FROM ${from} WHERE ${scope} AND ${condition}
          ORDER BY ${column} ${direction}, s.id ${direction} LIMIT ${(page + 1) * size})`;
      });
      const [found] = await readRows<{ total: number; rows: ListedThreadRow[] }>(
        db,
        'conversations',
        Prisma.sql`
        SELECT (SELECT count(*)::int FROM (
            SELECT 1 FROM ${from} WHERE ${scope} AND ${held} ORDER BY s.last_message_at DESC, s.id DESC LIMIT ${mostCounted + 1}) AS counted) AS total,
          (SELECT coalesce(json_agg(t ORDER BY t.part, t.place, t.tie), '[]') FROM (
            SELECT p.part, p.place, p.tie, s.id, s.request_id AS "requestId", s.status,
              CASE WHEN ${isOpen} THEN s.awaits_answer_since END AS "awaitsAnswerSince",
              ${waitingSql[actor.role]} AS waiting,
              json_build_object('title', o.title, 'titleEn', o.title_en, 'titleAr', o.title_ar, 'titleEs', o.title_es) AS partner,
              json_build_object('code', i.code, 'libelleFr', i.libelle_fr, 'libelleEn', i.libelle_en,
                'libelleAr', i.libelle_ar, 'libelleEs', i.libelle_es) AS "titleItem",
              json_build_object('numRequest', r.num_request, 'beneficiary',
                json_build_object('nom', u.nom, 'prenom', u.prenom, 'companyName', u.company_name)) AS request,
              (SELECT json_build_object('body', m.body, 'createdAt', m.created_at, 'authorRole', m.author_role)
                FROM step_messages m WHERE m.step_id = s.id ORDER BY m.id DESC LIMIT 1) AS "lastMessage"
            FROM (SELECT * FROM (${Prisma.join(parts, ' UNION ALL ')}) AS listed
              ORDER BY part, place, tie LIMIT ${size} OFFSET ${page * size}) AS p
            JOIN processing_steps s ON s.id = p.id JOIN requests r ON r.id = s.request_id
            JOIN users u ON u.id = r.beneficiary_id JOIN partners o ON o.id = s.partner_id
            JOIN reference_items i ON i.id = s.title_item_id) AS t) AS rows`,
      );
      return found ?? { rows: [], total: 0 };
    },
  };
}
