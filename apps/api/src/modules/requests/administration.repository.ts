import type { Prisma } from '@wasl/db';

import type { Db } from '../../platform/db.ts';

const unroutedColumns = {
  id: true,
  numRequest: true,
  status: true,
  submittedAt: true,
  beneficiary: { select: { email: true } },
  services: {
    orderBy: [{ item: { position: 'asc' } }, { itemId: 'asc' }],
    select: { itemId: true, item: { select: { code: true, libelleFr: true } } },
  },
  steps: { select: { titleItemId: true, status: true } },
} as const satisfies Prisma.SupportRequestSelect;
export type UnroutedRow = Prisma.SupportRequestGetPayload<{ select: typeof unroutedColumns }>;

/** What the administrator's scripts read; they see every request. */
export function administrationRepository(db: Db) {
  return {
    /** Submitted requests that wait for an organisation, oldest first. */
    async waitingForOrganisation(): Promise<UnroutedRow[]> {
      // A service without a step can also stand beside others that are worked on already.
      const ids = await db.$queryRaw<{ id: number }[]>`
        SELECT r.id FROM requests r WHERE r.status = 'EN COURS DE QUALIFICATION'
        UNION
        SELECT r.id FROM requests r JOIN request_services s ON s.request_id = r.id
        WHERE r.status IN ('ENTAME', 'EN_ATTENTE') AND NOT EXISTS (
          SELECT 1 FROM processing_steps p
          WHERE p.request_id = r.id AND p.title_item_id = s.item_id)`;
      return await db.supportRequest.findMany({
        where: { id: { in: ids.map(({ id }) => id) } },
        orderBy: [{ submittedAt: 'asc' }, { id: 'asc' }],
        select: unroutedColumns,
      });
    },

    async requestIdOf(numRequest: string): Promise<number | undefined> {
      const row = await db.supportRequest.findUnique({
        where: { numRequest },
        select: { id: true },
      });
      return row?.id;
    },

    async requestIdOfStep(stepId: number): Promise<number | undefined> {
      const row = await db.processingStep.findUnique({
        where: { id: stepId },
        select: { requestId: true },
      });
      return row?.requestId;
    },

    async isApprovedPartner(id: number): Promise<boolean> {
      return (await db.partner.count({ where: { id, approvedAt: { not: null } } })) > 0;
    },
  };
}
