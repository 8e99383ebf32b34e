import type { Prisma } from '@wasl/db';

import { personNameColumns } from '../../platform/database/person-name.ts';
import type { Db } from '../../platform/database/db.ts';
import { latestConsent } from './consents.repository.ts';

const forSignIn = {
  id: true,
  email: true,
  passwordHash: true,
  role: true,
  ...personNameColumns,
  emailConfirmedAt: true,
  approvedAt: true,
  disabledAt: true,
  sessionVersion: true,
  lang: true,
  deletionAskedAt: true,
  secondFactor: { select: { confirmedAt: true } },
  consents: latestConsent,
} as const satisfies Prisma.UserSelect;

export type AccountForSignIn = Prisma.UserGetPayload<{ select: typeof forSignIn }>;

export function accountsRepository(db: Db) {
  const due = async (where: Prisma.UserWhereInput, limit: number): Promise<string[]> => {
    const rows = await db.user.findMany({
      where,
      orderBy: [{ deletionAskedAt: 'asc' }, { id: 'asc' }],
      take: limit,
      select: { id: true },
    });
    return rows.map(({ id }) => id);
  };
  return {
    /** @param email lower-cased by the contract */
    async findByEmail(email: string): Promise<AccountForSignIn | null> {
      return await db.user.findUnique({ where: { email }, select: forSignIn });
    },

    async findById(id: string): Promise<AccountForSignIn> {
      return await db.user.findUniqueOrThrow({ where: { id }, select: forSignIn });
    },

    /** Sets the time of the erasure demand; null cancels it. */
    async markForDeletion(id: string, askedAt: Date | null): Promise<void> {
      await db.user.update({
        where: { id },
        data: { deletionAskedAt: askedAt },
        select: { id: true },
      });
    },

    /** Open accounts whose erasure was asked for at or before the instant, oldest demand first. */
    async dueForClosing(askedUntil: Date, limit: number): Promise<string[]> {
      return await due({ deletionAskedAt: { lte: askedUntil }, disabledAt: null }, limit);
    },

    /** Accounts whose erasure was asked for at or before `askedUntil` and that were closed at or before `closedUntil`. */
    async dueForDeletion(askedUntil: Date, closedUntil: Date, limit: number): Promise<string[]> {
      const isClosed = { disabledAt: { lte: closedUntil } };
      return await due({ deletionAskedAt: { lte: askedUntil }, ...isClosed }, limit);
    },

    /** Closes an account that is still due. @returns whether it did */
    async closeForDeletion(id: string, askedUntil: Date, now: Date): Promise<boolean> {
      const { count } = await db.user.updateMany({
        where: { id, deletionAskedAt: { lte: askedUntil }, disabledAt: null },
        data: { disabledAt: now },
      });
      return count > 0;
    },
  };
}
