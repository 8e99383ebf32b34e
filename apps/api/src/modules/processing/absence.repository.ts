import type { Prisma } from '@wasl/db';

import { activeAgent } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import { ownerColumns } from './owner.repository.ts';

const absenceColumns = {
  fromOn: true,
  untilOn: true,
  begunAt: true,
  substitute: { select: ownerColumns },
} as const satisfies Prisma.AbsenceSelect;
export type AbsenceRow = Prisma.AbsenceGetPayload<{ select: typeof absenceColumns }>;

/** Absences of agents. */
export function absenceRepository(db: Db) {
  return {
    async find(userId: string): Promise<AbsenceRow | null> {
      return await db.absence.findUnique({ where: { userId }, select: absenceColumns });
    },

    /**
     * Holds the account: whoever makes this agent an owner meanwhile waits, or was first. What only names them, such as a
     * notice, is written meanwhile: its writer holds a request that may be asked for next.
     */
    async hold(userId: string): Promise<void> {
      await db.$queryRaw`SELECT id FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
    },

    async isActiveAgent(userId: string, partnerId: number): Promise<boolean> {
      return (await db.user.count({ where: { id: userId, partnerId, ...activeAgent } })) > 0;
    },

    async save(
      userId: string,
      absence: {
        readonly fromOn: Date;
        readonly untilOn: Date;
        readonly substituteId: string | null;
        readonly begunAt: Date | null;
      },
    ): Promise<void> {
      await db.absence.upsert({
        where: { userId },
        create: { userId, ...absence },
        update: absence,
        select: { userId: true },
      });
    },

    async remove(userId: string): Promise<void> {
      await db.absence.deleteMany({ where: { userId } });
    },

    /** Takes away what is over on the day. */
    async removeOver(today: Date): Promise<void> {
      await db.absence.deleteMany({ where: { untilOn: { lt: today } } });
    },

    /** Whose absence should hold on the day and does not yet. */
    async due(today: Date): Promise<string[]> {
      const rows = await db.absence.findMany({
        where: { begunAt: null, fromOn: { lte: today }, untilOn: { gte: today } },
        select: { userId: true },
      });
      return rows.map(({ userId }) => userId);
    },

    /** Begins it, unless it has begun or was taken back meanwhile. Returns whether there is nobody who stands in. */
    async begin(userId: string, now: Date): Promise<boolean> {
      const [begun] = await db.$queryRaw<{ isAlone: boolean }[]>`
        UPDATE absences SET begun_at = ${now} WHERE user_id = ${userId}::uuid AND begun_at IS NULL
        RETURNING substitute_id IS NULL AS "isAlone"`;
      return begun?.isAlone ?? false;
    },

    /** Whoever the person stood in for stands alone. Returns those whose absence holds. */
    async forgetSubstitute(substituteId: string): Promise<string[]> {
      const rows = await db.$queryRaw<{ id: string; hasBegun: boolean }[]>`
        UPDATE absences SET substitute_id = NULL WHERE substitute_id = ${substituteId}::uuid
        RETURNING user_id AS id, begun_at IS NOT NULL AS "hasBegun"`;
      return rows.filter(({ hasBegun }) => hasBegun).map(({ id }) => id);
    },
  };
}
