import type { Prisma } from '@wasl/db';

import { activeAgent } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { ownerColumns } from './owner.repository.ts';

export const absenceColumns = {
  fromOn: true,
  untilOn: true,
  begunAt: true,
  substitute: { select: ownerColumns },
} as const satisfies Prisma.AbsenceSelect;
export type AbsenceRow = Prisma.AbsenceGetPayload<{ select: typeof absenceColumns }>;

export function absenceRepository(db: Db) {
  return {
    async find(userId: string): Promise<AbsenceRow | null> {
      return await db.absence.findUnique({ where: { userId }, select: absenceColumns });
    },

    /**
     * Locks the account against a concurrent assignment of steps to this agent. The lock lets foreign key checks pass:
     * the writer of a notice holds a request that this transaction may lock next.
     */
    async lock(userId: string): Promise<void> {
      const locked = build.selectFrom('users').select('id').where('id', '=', userId);
      await rows(db, locked.forNoKeyUpdate());
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

    /** @returns the number of absences, 0 or 1 */
    async remove(userId: string): Promise<number> {
      return (await db.absence.deleteMany({ where: { userId } })).count;
    },

    /** Deletes absences that ended before the day. */
    async removeOver(today: Date): Promise<void> {
      await db.absence.deleteMany({ where: { untilOn: { lt: today } } });
    },

    /** The agents whose absence should have begun by the day and has not. */
    async due(today: Date): Promise<string[]> {
      const due = await db.absence.findMany({
        where: { begunAt: null, fromOn: { lte: today }, untilOn: { gte: today } },
        select: { userId: true },
      });
      return due.map(({ userId }) => userId);
    },

    /**
     * Begins the absence, unless it has begun or was cancelled meanwhile.
     * @returns whether it begins now without a substitute
     */
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

    /**
     * Removes the person as a substitute.
     * @returns the agents whose absence has begun and who now have no substitute
     */
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
