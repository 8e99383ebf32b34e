import type { Prisma } from '@wasl/db';

import { activeAgent } from '../../platform/auth/active-agent.ts';
import type { Db } from '../../platform/db.ts';

const colleagueColumns = {
  id: true,
  email: true,
  nom: true,
  prenom: true,
  companyName: true,
  lang: true,
  createdAt: true,
  approvedAt: true,
  disabledAt: true,
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

    /** Returns whether the agent can use the portal now. */
    async isActive(partnerId: number, id: string): Promise<boolean> {
      return (await db.user.count({ where: { id, partnerId, ...activeAgent } })) > 0;
    },

    /** How many can approve a newcomer. */
    async countActive(partnerId: number): Promise<number> {
      return await db.user.count({ where: { partnerId, ...activeAgent } });
    },

    /** Returns whether the access was open before. */
    async close(id: string, byId: string, at: Date): Promise<boolean> {
      const { count } = await db.user.updateMany({
        where: { id, disabledAt: null },
        data: { disabledAt: at, disabledById: byId },
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
