import type { Prisma } from '@wasl/db';

import { activeAgent } from '../../platform/auth/active-agent.ts';
import { codesSql, type Db } from '../../platform/database/db.ts';
import { isAttendedSql } from './attendance.repository.ts';
import { openStepStatuses } from '../../rules/step-transitions.ts';

const organisationColumns = {
  id: true,
  title: true,
  agents: { where: activeAgent, take: 1, select: { id: true } },
} as const satisfies Prisma.PartnerSelect;
type OrganisationRow = Prisma.PartnerGetPayload<{ select: typeof organisationColumns }>;

const itemColumns = { code: true, libelleFr: true } as const;
const unroutedColumns = {
  id: true,
  numRequest: true,
  status: true,
  submittedAt: true,
  beneficiary: { select: { email: true } },
  journeyDef: { select: { taskDefs: { select: { id: true } } } },
  services: {
    orderBy: [{ item: { position: 'asc' } }, { itemId: 'asc' }],
    select: { itemId: true, item: { select: itemColumns } },
  },
  steps: {
    orderBy: { position: 'asc' },
    select: {
      id: true,
      status: true,
      position: true,
      partnerId: true,
      taskDefId: true,
      titleItemId: true,
      duplicateOf: { select: { id: true } },
      titleItem: { select: itemColumns },
      partner: { select: organisationColumns },
    },
  },
} as const satisfies Prisma.SupportRequestSelect;
export type UnroutedRow = Prisma.SupportRequestGetPayload<{ select: typeof unroutedColumns }>;

/** What no organisation does, read by the administrator's script. */
export function unroutedRepository(db: Db) {
  return {
    /** Submitted requests that wait for an organisation or for somebody of it, oldest first. */
    async waitingForOrganisation(): Promise<UnroutedRow[]> {
      // A service without a step, or a step of nobody, can also stand beside others that are worked on already.
      const ids = await db.$queryRaw<{ id: number }[]>`
        SELECT r.id FROM requests r WHERE r.status = 'EN COURS DE QUALIFICATION'
        UNION
        SELECT r.id FROM requests r JOIN request_services s ON s.request_id = r.id
        WHERE r.status IN ('ENTAME', 'EN_ATTENTE') AND NOT EXISTS (
          SELECT 1 FROM processing_steps p
          WHERE p.request_id = r.id AND p.title_item_id = s.item_id)
        UNION
        SELECT r.id FROM requests r JOIN processing_steps s ON s.request_id = r.id
          JOIN partners p ON p.id = s.partner_id
        WHERE r.status IN ('NOUVEAU', 'ENTAME', 'EN_ATTENTE') AND s.status IN (${codesSql(openStepStatuses)})
          AND NOT ${isAttendedSql}
        UNION
        SELECT r.id FROM requests r JOIN processing_steps s ON s.request_id = r.id
        WHERE r.status IN ('ENTAME', 'EN_ATTENTE') AND s.status = 'DECLINED' AND s.duplicate_of_id IS NULL`;
      return await db.supportRequest.findMany({
        where: { id: { in: ids.map(({ id }) => id) } },
        orderBy: [{ submittedAt: 'asc' }, { id: 'asc' }],
        select: unroutedColumns,
      });
    },

    /** Approved organisations that offer each of the services, by the service's id. */
    async offering(itemIds: readonly number[]): Promise<Map<number, OrganisationRow[]>> {
      const links = await db.partnerService.findMany({
        where: { itemId: { in: [...itemIds] }, partner: { approvedAt: { not: null } } },
        orderBy: { partnerId: 'asc' },
        select: { itemId: true, partner: { select: organisationColumns } },
      });
      const offering = new Map<number, OrganisationRow[]>();
      for (const { itemId, partner } of links)
        offering.set(itemId, [...(offering.get(itemId) ?? []), partner]);
      return offering;
    },
  };
}
