import type { Prisma, Qualification } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';

export type { Qualification } from '@wasl/db';

/** Profiling surveys: one is current, the others are history. */
export function qualificationRepository(db: Db) {
  return {
    /** Kind of beneficiary and code of the profile, which decide what the survey asks, and the current survey. */
    async respondent(userId: string) {
      return await db.user.findUniqueOrThrow({
        where: { id: userId },
        select: {
          typeBeneficiaire: true,
          profil: { select: { code: true } },
          qualifications: { where: { replacedAt: null }, take: 1 },
        },
      });
    },

    /** The answers become the current survey; the one before stays, dated. */
    async replace(
      answers: Prisma.QualificationUncheckedCreateInput,
      at: Date,
    ): Promise<Qualification> {
      await db.qualification.updateMany({
        where: { userId: answers.userId, replacedAt: null },
        data: { replacedAt: at },
      });
      return await db.qualification.create({ data: answers });
    },
  };
}
