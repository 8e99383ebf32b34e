import type { Prisma } from '@wasl/db';

import { mailedPersonColumns } from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { invitableAgain, invitationColumns } from '../../policies/open-invitation.ts';
import { stepScope } from '../../policies/requests.ts';
import { nameColumns } from '../partners/index.ts';

const invitedColumns = {
  status: true,
  partner: { select: nameColumns },
  request: {
    select: {
      id: true,
      beneficiary: {
        select: {
          ...mailedPersonColumns,
          ...invitationColumns,
          openedBy: { select: { partnerId: true } },
        },
      },
    },
  },
} as const satisfies Prisma.ProcessingStepSelect;
type InvitedRow = Prisma.ProcessingStepGetPayload<{ select: typeof invitedColumns }>;

/** People whose account was created by an import, found by one of their steps. */
export function invitationRepository(db: Db) {
  return {
    async find(actor: Actor, stepId: number): Promise<InvitedRow | undefined> {
      const row = await db.processingStep.findFirst({
        where: { AND: [{ id: stepId }, stepScope(actor)] },
        select: invitedColumns,
      });
      return row ?? undefined;
    },

    /**
     * Marks the person as invited again; false when the invitation is not allowed. One of twenty concurrent calls
     * succeeds.
     */
    async mark(userId: string, now: Date): Promise<boolean> {
      const { count } = await db.user.updateMany({
        where: { id: userId, ...invitableAgain(now) },
        data: { invitedAgainAt: now },
      });
      return count === 1;
    },
  };
}
