import type { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/db.ts';
import { stepScopeSql } from '../../policies/scopes.repository.ts';
import type { ownerColumns } from './owner.repository.ts';

type Present = Prisma.UserGetPayload<{ select: typeof ownerColumns }>;

/** Who has which file open. */
export function presenceRepository(db: Db) {
  return {
    /**
     * Marks the reader as there and answers who else of their organisation was since `since`, in one statement;
     * undefined for a step that is not theirs to read.
     */
    async mark(
      actor: Actor,
      stepId: number,
      now: Date,
      since: Date,
    ): Promise<Present[] | undefined> {
      const [found] = await db.$queryRaw<{ others: Present[] }[]>`
        WITH here AS (
          INSERT INTO step_presences (step_id, user_id, seen_at)
          SELECT s.id, ${actor.userId}::uuid, ${now}
          FROM processing_steps s JOIN requests r ON r.id = s.request_id
          WHERE s.id = ${stepId} AND ${stepScopeSql(actor)}
          ON CONFLICT (step_id, user_id) DO UPDATE SET seen_at = EXCLUDED.seen_at
          RETURNING step_id)
        SELECT coalesce((
          SELECT json_agg(json_build_object(
            'id', u.id, 'nom', u.nom, 'prenom', u.prenom, 'companyName', u.company_name) ORDER BY u.nom, u.id)
          FROM step_presences p JOIN users u ON u.id = p.user_id
          WHERE p.step_id = here.step_id AND p.user_id <> ${actor.userId}::uuid AND p.seen_at > ${since}
            AND u.partner_id = ${actor.partnerId ?? -1}), '[]') AS others
        FROM here`;
      return found?.others;
    },

    async leave(userId: string, stepId: number): Promise<void> {
      await db.stepPresence.deleteMany({ where: { stepId, userId } });
    },
  };
}
