import { type Expression, sql, type SqlBool } from 'kysely';

import { attendedPartner, isActiveAgentRow } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, conditionOn, rows } from '../../platform/database/statements.repository.ts';
import { statusesWithOrganisations } from '../../policies/request-actions.ts';
import { storedStatusOf } from '../../policies/request-status.ts';
import { openStepStatuses } from '../../rules/step-transitions.ts';

/** An organisation that lost its last agent, or has an agent again. */
export interface ChangedAttendance {
  readonly id: number;
  readonly title: string;
  readonly isAttended: boolean;
}

/** Condition: the organisation, `partners as p`, has an agent who can sign in. */
export function isAttended(): Expression<SqlBool> {
  const eb = conditionOn<'p'>();
  return eb.exists(
    eb
      .selectFrom('users as u')
      .whereRef('u.partner_id', '=', 'p.id')
      .where(isActiveAgentRow())
      .select('u.id'),
  );
}

export function attendanceRepository(db: Db) {
  return {
    /** Organisations whose attendance differs from `unattendedAt`. */
    async changed(): Promise<ChangedAttendance[]> {
      const query = build
        .selectFrom('partners as p')
        .select(['p.id', 'p.title', sql<boolean>`${isAttended()}`.as('isAttended')])
        .where((eb) =>
          eb.or([
            eb.and([eb('p.unattended_at', 'is not', null), isAttended()]),
            eb.and([
              eb('p.unattended_at', 'is', null),
              eb.not(isAttended()),
              eb.exists(
                eb
                  .selectFrom('processing_steps as s')
                  .innerJoin('requests as r', 'r.id', 's.request_id')
                  .whereRef('s.partner_id', '=', 'p.id')
                  .where(
                    's.status',
                    'in',
                    openStepStatuses.map((code) => sql.lit(code)),
                  )
                  .where(
                    'r.status',
                    'in',
                    statusesWithOrganisations.map((code) => sql.lit(code)),
                  )
                  .select('s.id'),
              ),
            ]),
          ]),
        )
        .orderBy('p.id');
      return await rows(db, query);
    },

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

    /**
     * Marks organisations as unattended unless they are marked already.
     * @returns the number of organisations marked now
     */
    async note(partnerIds: readonly number[], at: Date): Promise<number> {
      if (partnerIds.length === 0) return 0;
      const { count } = await db.partner.updateMany({
        where: { id: { in: [...partnerIds] }, unattendedAt: null, NOT: attendedPartner },
        data: { unattendedAt: at },
      });
      return count;
    },

    /** Clears the mark of an organisation that has an agent again. */
    async clear(partnerId: number): Promise<void> {
      await db.partner.updateMany({
        where: { id: partnerId, ...attendedPartner },
        data: { unattendedAt: null },
      });
    },
  };
}
