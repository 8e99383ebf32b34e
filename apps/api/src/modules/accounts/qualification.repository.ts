import type { Prisma, Qualification } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';

export type { Qualification } from '@wasl/db';

export function qualificationRepository(db: Db) {
  return {
    /** Kind of beneficiary and profile code, which decide on the survey's questions, and the current survey. */
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

    /** Makes the answers the current survey. The earlier survey stays with its date. */
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
