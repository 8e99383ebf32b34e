import type { TypeIdentity } from '@wasl/db';

import type { Db } from '../../platform/db.ts';

export interface IdentityPaper {
  readonly typeIdentity: TypeIdentity;
  /** Midnight UTC of the day. */
  readonly idExpirationDate: Date;
}

/** Identity papers of beneficiaries. */
export function identityRepository(db: Db) {
  return {
    /** What sign-up says of the paper; its file arrives later. */
    async declare(userId: string, paper: IdentityPaper): Promise<void> {
      await db.identity.create({ data: { userId, ...paper }, select: { id: true } });
    },

    /** The file handed in so far. */
    async fileOf(userId: string): Promise<{ id: number; key: string } | undefined> {
      const identity = await db.identity.findUnique({
        where: { userId },
        select: { file: { select: { id: true, key: true } } },
      });
      return identity?.file ?? undefined;
    },

    async attach(userId: string, paper: IdentityPaper, fileId: number): Promise<void> {
      const data = { ...paper, fileId };
      await db.identity.upsert({
        where: { userId },
        create: { userId, ...data },
        update: data,
        select: { id: true },
      });
    },
  };
}
