import { Prisma } from '@wasl/db';

import { activeAgentSql, attendedPartner } from '../../platform/auth/active-agent.ts';
import { codesSql, type Db } from '../../platform/database/db.ts';
import { statusesWithOrganisations } from '../../policies/request-actions.ts';
import { storedStatusOf } from '../../policies/request-status.ts';
import { openStepStatuses } from '../../rules/step-transitions.ts';

/** An organisation whose last agent went, or where somebody is again. */
export interface ChangedAttendance {
  readonly id: number;
  readonly title: string;
  readonly isAttended: boolean;
}

/** Whether the organisation `p` has an agent who can sign in, in SQL. */
export const isAttendedSql = Prisma.sql`EXISTS (
  SELECT 1 FROM users u WHERE u.partner_id = p.id AND ${Prisma.raw(activeAgentSql('u'))})`;

/** Which organisations have somebody there, and what waits for those that have not. */
export function attendanceRepository(db: Db) {
  return {
    /** Organisations where this has changed since it was noted. */
    async changed(): Promise<ChangedAttendance[]> {
      return await db.$queryRaw<ChangedAttendance[]>`
        SELECT p.id, p.title, ${isAttendedSql} AS "isAttended" FROM partners p
        WHERE (p.unattended_at IS NOT NULL AND ${isAttendedSql})
          OR (p.unattended_at IS NULL AND NOT ${isAttendedSql} AND EXISTS (
            SELECT 1 FROM processing_steps s JOIN requests r ON r.id = s.request_id
            WHERE s.partner_id = p.id AND s.status IN (${codesSql(openStepStatuses)})
              AND r.status IN (${codesSql(statusesWithOrganisations)})))
        ORDER BY p.id`;
    },

    /** Requests with an open step of the organisation, oldest first. */
    async waitingOn(partnerId: number): Promise<{ id: number; numRequest: string }[]> {
      return await db.supportRequest.findMany({
        where: {
          status: { in: statusesWithOrganisations.map(storedStatusOf) },
          steps: { some: { partnerId, status: { in: [...openStepStatuses] } } },
        },
        orderBy: { id: 'asc' },
        select: { id: true, numRequest: true },
      });
    },

    /** Notes that nobody is there, where it was not noted yet. Returns of how many organisations. */
    async note(partnerIds: readonly number[], at: Date): Promise<number> {
      if (partnerIds.length === 0) return 0;
      const { count } = await db.partner.updateMany({
        where: { id: { in: [...partnerIds] }, unattendedAt: null, NOT: attendedPartner },
        data: { unattendedAt: at },
      });
      return count;
    },

    /** Somebody is there again. */
    async clear(partnerId: number): Promise<void> {
      await db.partner.updateMany({
        where: { id: partnerId, ...attendedPartner },
        data: { unattendedAt: null },
      });
    },
  };
}
