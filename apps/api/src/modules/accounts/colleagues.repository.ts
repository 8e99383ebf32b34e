import type { Prisma } from '@wasl/db';

import { personNameColumns } from '../../platform/database/person-name.ts';
import { activeAgent, activeResponsible } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/database/db.ts';

const colleagueColumns = {
  id: true,
  email: true,
  ...personNameColumns,
  lang: true,
  createdAt: true,
  approvedAt: true,
  disabledAt: true,
  isResponsible: true,
} as const satisfies Prisma.UserSelect;

export type ColleagueRow = Prisma.UserGetPayload<{ select: typeof colleagueColumns }>;

/** Limit of agents in the list; an organisation has tens. */
const most = 500;

/**
 * Agents and candidates of the organisation. An unconfirmed address may belong to another person, and accounts closed
 * by an administrator are hidden from colleagues.
 */
const ofOrganisation = (partnerId: number) =>
  ({
    partnerId,
    role: 'PARTENAIRE',
    emailConfirmedAt: { not: null },
    OR: [{ disabledAt: null }, { disabledById: { not: null } }],
  }) as const satisfies Prisma.UserWhereInput;

export function colleaguesRepository(db: Db) {
  return {
    async list(partnerId: number): Promise<ColleagueRow[]> {
      return await db.user.findMany({
        where: ofOrganisation(partnerId),
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        take: most,
        select: colleagueColumns,
      });
    },

    async find(partnerId: number, id: string): Promise<ColleagueRow | undefined> {
      const row = await db.user.findFirst({
        where: { id, ...ofOrganisation(partnerId) },
        select: colleagueColumns,
      });
      return row ?? undefined;
    },

    async isResponsible(partnerId: number, id: string): Promise<boolean> {
      return (await db.user.count({ where: { id, partnerId, ...activeResponsible } })) > 0;
    },

    async countResponsibles(partnerId: number): Promise<number> {
      return await db.user.count({ where: { partnerId, ...activeResponsible } });
    },

    /** Whether another responsable remains. A responsable who asked for erasure does not count. */
    async hasOtherResponsible(partnerId: number, id: string): Promise<boolean> {
      const where = { partnerId, id: { not: id }, ...activeResponsible, deletionAskedAt: null };
      return (await db.user.count({ where })) > 0;
    },

    async hasOthers(partnerId: number, id: string): Promise<boolean> {
      return (await db.user.count({ where: { partnerId, id: { not: id }, ...activeAgent } })) > 0;
    },

    /** Active agents who could become responsable and have not asked for erasure, by approval time. */
    async possibleResponsibles(partnerId: number): Promise<string[]> {
      const rows = await db.user.findMany({
        where: { partnerId, ...activeAgent, deletionAskedAt: null, isResponsible: false },
        orderBy: [{ approvedAt: 'asc' }, { id: 'asc' }],
        take: most,
        select: { email: true },
      });
      return rows.map(({ email }) => email);
    },

    async setResponsible(id: string, isResponsible: boolean): Promise<void> {
      await db.user.update({ where: { id }, data: { isResponsible }, select: { id: true } });
    },

    /**
     * Makes the first active agent of the organisation its responsable. Call it with the organisation locked.
     * @returns whether it is this agent
     */
    async appointFirst(partnerId: number, id: string): Promise<boolean> {
      const wasThere = { approvedAt: { not: null }, emailConfirmedAt: { not: null } };
      const { count } = await db.user.updateMany({
        where: {
          id,
          partnerId,
          ...activeAgent,
          isResponsible: false,
          partner: { agents: { none: { id: { not: id }, ...wasThere } } },
        },
        data: { isResponsible: true },
      });
      return count > 0;
    },

    /** Closes an access. An agent whose access is reopened is no responsable. @returns whether the access was open */
    async close(id: string, byId: string, at: Date): Promise<boolean> {
      const { count } = await db.user.updateMany({
        where: { id, disabledAt: null },
        data: { disabledAt: at, disabledById: byId, isResponsible: false },
      });
      return count > 0;
    },

    /** Reopens an access that a colleague closed. @returns whether a colleague had closed it */
    async reopen(id: string): Promise<boolean> {
      const { count } = await db.user.updateMany({
        where: { id, disabledById: { not: null } },
        data: { disabledAt: null, disabledById: null },
      });
      return count > 0;
    },
  };
}
