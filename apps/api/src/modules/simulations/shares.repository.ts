import type { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { ownSimulationScope } from '../../policies/simulations.ts';

const sharedColumns = {
  scheme: true,
  result: true,
  createdAt: true,
  ruleSet: { select: { version: true } },
} as const satisfies Prisma.SimulationSelect;
/** What a shared page is made of: of the form nothing but what the result says. */
export type SharedRow = Prisma.SimulationGetPayload<{ select: typeof sharedColumns }>;

export function sharesRepository(db: Db) {
  return {
    /** Puts a link in the place of the one there was. Answers whether the simulation is the actor's. */
    async put(actor: Actor, id: number, tokenHash: string, expiresAt: Date): Promise<boolean> {
      const { ownerId } = ownSimulationScope(actor);
      const count = await db.$executeRaw`
        INSERT INTO simulation_shares (simulation_id, token_hash, expires_at)
        SELECT s.id, ${tokenHash}, ${expiresAt} FROM simulations s
        WHERE s.id = ${id} AND s.owner_id = ${ownerId}::uuid
        ON CONFLICT (simulation_id) DO UPDATE
          SET token_hash = excluded.token_hash, expires_at = excluded.expires_at, created_at = now()`;
      return count === 1;
    },

    /** Takes the link of one of the actor's own back. Answers whether there was one. */
    async remove(actor: Actor, id: number): Promise<boolean> {
      const { count } = await db.simulationShare.deleteMany({
        where: { simulationId: id, simulation: ownSimulationScope(actor) },
      });
      return count === 1;
    },

    /** The simulation behind a link that is still good, of somebody whose access is open. */
    async find(tokenHash: string, now: Date): Promise<SharedRow | null> {
      const share = await db.simulationShare.findFirst({
        where: { tokenHash, expiresAt: { gt: now }, simulation: { owner: { disabledAt: null } } },
        select: { simulation: { select: sharedColumns } },
      });
      return share?.simulation ?? null;
    },

    async removeEnded(now: Date): Promise<void> {
      await db.simulationShare.deleteMany({ where: { expiresAt: { lte: now } } });
    },
  };
}
