import type { Prisma } from '@wasl/db';

import { activeAgent } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
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
      const held = build.selectFrom('users').select('id').where('id', '=', userId);
      await rows(db, held.forNoKeyUpdate());
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
      const due = await db.absence.findMany({
        where: { begunAt: null, fromOn: { lte: today }, untilOn: { gte: today } },
        select: { userId: true },
      });
      return due.map(({ userId }) => userId);
    },

    /** Begins it, unless it has begun or was taken back meanwhile. Returns whether there is nobody who stands in. */
    async begin(userId: string, now: Date): Promise<boolean> {
      const query = build
        .updateTable('absences')
        .set({ begun_at: now })
        .where('user_id', '=', userId)
        .where('begun_at', 'is', null)
        .returning('substitute_id');
      const [begun] = await rows(db, query);
      return begun?.substitute_id === null;
    },

    /** Whoever the person stood in for stands alone. Returns those whose absence holds. */
    async forgetSubstitute(substituteId: string): Promise<string[]> {
      const query = build
        .updateTable('absences')
        .set({ substitute_id: null })
        .where('substitute_id', '=', substituteId)
        .returning(['user_id', 'begun_at']);
      const alone = await rows(db, query);
      return alone.filter(({ begun_at }) => begun_at !== null).map(({ user_id }) => user_id);
    },
  };
}
