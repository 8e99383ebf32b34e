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
} as const;

export type AccountForSignIn = NonNullable<
  Awaited<ReturnType<ReturnType<typeof accountsRepository>['findByEmail']>>
>;

/** Accounts in the database; made on the client or on one transaction of it. */
export function accountsRepository(db: Db) {
  return {
    /** @param email lower-cased, as the contract makes it */
    async findByEmail(email: string) {
      return await db.user.findUnique({ where: { email }, select: forSignIn });
    },
  };
}
