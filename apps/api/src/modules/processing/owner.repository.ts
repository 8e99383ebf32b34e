import { Prisma } from '@wasl/db';

import { activeAgentSql } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/db.ts';
import type { HistoryAuthor } from '../requests/index.ts';

/** How an owner is called. */
export const ownerColumns = {
  id: true,
  nom: true,
  prenom: true,
  companyName: true,
} as const satisfies Prisma.UserSelect;
export type OwnerRow = Prisma.UserGetPayload<{ select: typeof ownerColumns }>;

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
      const rows = await db.$queryRaw<{ id: string }[]>`
        SELECT u.id FROM users u
        WHERE u.id = ANY(${ids}::uuid[]) AND u.partner_id = ${partnerId} AND ${Prisma.raw(activeAgentSql('u'))}
        ORDER BY u.id FOR SHARE`;
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

    async of(stepId: number): Promise<OwnerRow | null> {
      const step = await db.processingStep.findUniqueOrThrow({
        where: { id: stepId },
        select: { assignee: { select: ownerColumns } },
      });
      return step.assignee;
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
