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

/** An agent as the colleagues of the organisation see them. */
export type ColleagueRow = Prisma.UserGetPayload<{ select: typeof colleagueColumns }>;

/** Shown at most: an organisation has tens of agents. */
const most = 500;

/**
 * Who is, or would be, an agent of the organisation: an address that nobody has confirmed may be
 * somebody else's, and an account that an administrator closed is not the colleagues' to see.
 */
const ofOrganisation = (partnerId: number) =>
  ({
    partnerId,
    role: 'PARTENAIRE',
    emailConfirmedAt: { not: null },
    OR: [{ disabledAt: null }, { disabledById: { not: null } }],
  }) as const satisfies Prisma.UserWhereInput;

/** Agents of one organisation. */
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

    /** Returns whether they are a responsable who can use the portal now. */
    async isResponsible(partnerId: number, id: string): Promise<boolean> {
      return (await db.user.count({ where: { id, partnerId, ...activeResponsible } })) > 0;
    },

    /** How many decide. */
    async countResponsibles(partnerId: number): Promise<number> {
      return await db.user.count({ where: { partnerId, ...activeResponsible } });
    },

    /** Whether another one decides, and goes on doing so: whoever has asked for their erasure will be gone. */
    async hasOtherResponsible(partnerId: number, id: string): Promise<boolean> {
      const where = { partnerId, id: { not: id }, ...activeResponsible, deletionAskedAt: null };
      return (await db.user.count({ where })) > 0;
    },

    /** Whether another agent can use the portal. */
    async hasOthers(partnerId: number, id: string): Promise<boolean> {
      return (await db.user.count({ where: { partnerId, id: { not: id }, ...activeAgent } })) > 0;
    },

    /** Agents who could decide as well: they can use the portal, and have not asked for their erasure. The longest there first. */
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
     * Makes the first agent who can ever sign in the organisation's responsable; call it with the organisation locked.
     * Returns whether it was this one.
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

    /** Whoever comes back comes back as a plain agent. Returns whether the access was open before. */
    async close(id: string, byId: string, at: Date): Promise<boolean> {
      const { count } = await db.user.updateMany({
        where: { id, disabledAt: null },
        data: { disabledAt: at, disabledById: byId, isResponsible: false },
      });
      return count > 0;
    },

    /** Opens again what a colleague closed, and nothing else. Returns whether it was closed by one. */
    async reopen(id: string): Promise<boolean> {
      const { count } = await db.user.updateMany({
        where: { id, disabledById: { not: null } },
        data: { disabledAt: null, disabledById: null },
      });
      return count > 0;
    },
  };
}
