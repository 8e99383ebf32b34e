import type { Prisma } from '@wasl/db';

import { personNameColumns } from '../../platform/database/person-name.ts';
import type { Db } from '../../platform/database/db.ts';
import { latestConsent } from './consents.repository.ts';

/** What sign-in reads of an account. */
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

/** Accounts in the database; made on the client or on one transaction of it. */
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
    /** @param email lower-cased, as the contract makes it */
    async findByEmail(email: string): Promise<AccountForSignIn | null> {
      return await db.user.findUnique({ where: { email }, select: forSignIn });
    },

    async findById(id: string): Promise<AccountForSignIn> {
      return await db.user.findUniqueOrThrow({ where: { id }, select: forSignIn });
    },

    /** Notes, or with null takes back, the demand for erasure. */
    async markForDeletion(id: string, askedAt: Date | null): Promise<void> {
      await db.user.update({
        where: { id },
        data: { deletionAskedAt: askedAt },
        select: { id: true },
      });
    },

    /** Accounts whose erasure was asked for at or before the instant and that are still open, oldest demand first. */
    async dueForClosing(askedUntil: Date, limit: number): Promise<string[]> {
      return await due({ deletionAskedAt: { lte: askedUntil }, disabledAt: null }, limit);
    },

    /** The same, of those that have been closed since the second instant at least. */
    async dueForDeletion(askedUntil: Date, closedUntil: Date, limit: number): Promise<string[]> {
      const isClosed = { disabledAt: { lte: closedUntil } };
      return await due({ deletionAskedAt: { lte: askedUntil }, ...isClosed }, limit);
    },

    /** Closes an account of which that is still so. Returns whether it did. */
    async closeForDeletion(id: string, askedUntil: Date, now: Date): Promise<boolean> {
      const { count } = await db.user.updateMany({
        where: { id, deletionAskedAt: { lte: askedUntil }, disabledAt: null },
        data: { disabledAt: now },
      });
      return count > 0;
    },
  };
}
