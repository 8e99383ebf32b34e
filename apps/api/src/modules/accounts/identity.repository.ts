import type { TypeIdentity } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';

export interface IdentityPaper {
  readonly typeIdentity: TypeIdentity;
  /** Midnight UTC of the day. */
  readonly idExpirationDate: Date;
}

export function identityRepository(db: Db) {
  return {
    /** Stores the paper's data from the sign-up. Its file arrives later. */
    async declare(userId: string, paper: IdentityPaper): Promise<void> {
      await db.identity.create({ data: { userId, ...paper }, select: { id: true } });
    },

    /** The stored pictures: none, the front, or front and back. */
    async filesOf(userId: string): Promise<{ id: number }[]> {
      const identity = await db.identity.findUnique({
        where: { userId },
        select: { file: { select: { id: true } }, back: { select: { id: true } } },
      });
      return [identity?.file, identity?.back].filter((file) => file !== null && file !== undefined);
    },

    /** @param backFileId null when the paper has no back, or none was given */
    async attach(
      userId: string,
      paper: IdentityPaper,
      fileId: number,
      backFileId: number | null,
    ): Promise<void> {
      const data = { ...paper, fileId, backFileId };
      await db.identity.upsert({
        where: { userId },
        create: { userId, ...data },
        update: data,
        select: { id: true },
      });
    },
  };
}
