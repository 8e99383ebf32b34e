import type { Prisma } from '@wasl/db';

import type { Db } from '../../platform/db.ts';

/** What sign-in reads of an account. */
const forSignIn = {
  id: true,
  email: true,
  passwordHash: true,
  role: true,
  nom: true,
  prenom: true,
  companyName: true,
  emailConfirmedAt: true,
  approvedAt: true,
  disabledAt: true,
  sessionVersion: true,
  lang: true,
  deletionAskedAt: true,
} as const satisfies Prisma.UserSelect;

export type AccountForSignIn = Prisma.UserGetPayload<{ select: typeof forSignIn }>;

/** Accounts in the database; made on the client or on one transaction of it. */
export function accountsRepository(db: Db) {
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

    /** Accounts whose erasure was asked for at or before the instant, oldest demand first. */
    async dueForDeletion(askedUntil: Date, limit: number): Promise<string[]> {
      const rows = await db.user.findMany({
        where: { deletionAskedAt: { lte: askedUntil } },
        orderBy: [{ deletionAskedAt: 'asc' }, { id: 'asc' }],
        take: limit,
        select: { id: true },
      });
      return rows.map(({ id }) => id);
    },
  };
}
