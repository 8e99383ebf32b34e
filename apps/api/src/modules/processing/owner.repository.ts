import { Prisma } from '@wasl/db';

import { personNameColumns } from '../../platform/database/person-name.ts';
import { activeAgentSql } from '../../platform/auth/active-agent.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { sendRows } from '../../platform/database/own-statements.repository.ts';
import { jsonRow, type Unread } from '../../platform/database/json-rows.repository.ts';
import { stepScopeSql } from '../../policies/scopes.repository.ts';
import type { HistoryAuthor } from '../requests/index.ts';

/** How an owner is called. */
export const ownerColumns = {
  id: true,
  ...personNameColumns,
} as const satisfies Prisma.UserSelect;
export type OwnerRow = Prisma.UserGetPayload<{ select: typeof ownerColumns }>;

const ownedColumns = {
  status: true,
  assigneeId: true,
  assignee: { select: ownerColumns },
} as const satisfies Prisma.ProcessingStepSelect;
/** A step as a change of its owner needs it. */
export type OwnedStepRow = Prisma.ProcessingStepGetPayload<{ select: typeof ownedColumns }> & {
  /** Nothing is given to whoever is to have it: away, and nobody stands in. */
  readonly isAway: boolean;
};
const agentRow = jsonRow('User', 'u', ownerColumns);
const ownedStep = jsonRow('ProcessingStep', 's', ownedColumns);

/** Who has which step. */
export function ownerRepository(db: Db) {
  return {
    /**
     * Which of these people are agents of the organisation who can sign in; they stay so until the transaction ends. Take
     * this lock before that of a request: whoever ends an access holds the account and then lets its steps go.
     */
    async holdAgents(partnerId: number, userIds: readonly string[]): Promise<Set<string>> {
      const ids = [...new Set(userIds)].sort();
      if (ids.length === 0) return new Set();
      const rows = await sendRows<{ id: string }>(
        db,
        Prisma.sql`
        SELECT u.id FROM users u
        WHERE u.id = ANY(${ids}::uuid[]) AND u.partner_id = ${partnerId} AND ${Prisma.raw(activeAgentSql('u'))}
        ORDER BY u.id FOR SHARE`,
      );
      return new Set(rows.map(({ id }) => id));
    },

    /** Those of them to whom nothing is given: away, and nobody stands in. Read it after {@link holdAgents}: no absence begins meanwhile. */
    async away(userIds: readonly string[]): Promise<Set<string>> {
      const rows = await db.absence.findMany({
        where: { userId: { in: [...userIds] }, begunAt: { not: null }, substituteId: null },
        select: { userId: true },
      });
      return new Set(rows.map(({ userId }) => userId));
    },

    /**
     * Holds these people, as {@link holdAgents} does, and then the request.
     * @returns those of them who are agents of the organisation and can sign in; undefined for a request that is not there
     */
    async holdWithRequest(
      partnerId: number,
      userIds: readonly string[],
      requestId: number,
    ): Promise<ReadonlyMap<string, OwnerRow> | undefined> {
      const [row] = await sendRows<{ agents: Unread<OwnerRow>[] }>(
        db,
        Prisma.sql`
        WITH agents AS MATERIALIZED (
          SELECT ${agentRow.columns} FROM users u
          WHERE u.id = ANY(${[...userIds]}::uuid[]) AND u.partner_id = ${partnerId} AND ${Prisma.raw(activeAgentSql('u'))}
          ORDER BY u.id FOR SHARE)
        SELECT (SELECT coalesce(json_agg(a), '[]') FROM agents a) AS agents FROM requests r
        WHERE r.id = ${requestId} AND r.status <> 'SUPPRIME' AND (SELECT count(*) FROM agents) >= 0
        FOR UPDATE OF r`,
      );
      return row && new Map(row.agents.map(agentRow.read).map((agent) => [agent.id, agent]));
    },

    /**
     * The step as it stands under the lock: what was read while waiting for it is of before. Undefined where the actor may not act on it.
     * @param ownerId who is to have it
     */
    async owned(
      actor: Actor,
      stepId: number,
      ownerId: string | null,
    ): Promise<OwnedStepRow | undefined> {
      const [row] = await sendRows<Unread<OwnedStepRow>>(
        db,
        Prisma.sql`
        SELECT ${ownedStep.columns}, EXISTS (SELECT 1 FROM absences a WHERE a.user_id = ${ownerId}::uuid
          AND a.begun_at IS NOT NULL AND a.substitute_id IS NULL) AS "isAway"
        FROM processing_steps s JOIN requests r ON r.id = s.request_id
        WHERE s.id = ${stepId} AND ${stepScopeSql(actor)}`,
      );
      return row && ownedStep.read(row);
    },

    /** No new version of the step: what its form shows is the same. */
    async set(stepId: number, ownerId: string | null): Promise<void> {
      await db.processingStep.update({
        where: { id: stepId },
        data: { assigneeId: ownerId },
        select: { id: true },
      });
    },

    /**
     * Lets every step of a person go, with a line of the history for each. Their requests are locked first, as by whoever changes
     * a step: a line of the history would else wait for a request whose change waits for the step. Returns how many.
     */
    async releaseAll(userId: string, author: HistoryAuthor, at: Date): Promise<number> {
      return await db.$executeRaw`
        WITH held AS MATERIALIZED (
          SELECT id FROM requests
          WHERE id IN (SELECT request_id FROM processing_steps WHERE assignee_id = ${userId}::uuid)
          ORDER BY id FOR NO KEY UPDATE),
        let_go AS (
          UPDATE processing_steps SET assignee_id = NULL, updated_at = ${at}
          WHERE assignee_id = ${userId}::uuid AND (SELECT count(*) FROM held) >= 0
          RETURNING id, request_id)
        INSERT INTO history_events (request_id, step_id, kind, from_owner_id, actor_id, actor_role, at)
        SELECT request_id, id, 'OWNER', ${userId}::uuid, ${author.userId}::uuid, ${author.role}, ${at}
        FROM let_go ORDER BY id`;
    },
  };
}
