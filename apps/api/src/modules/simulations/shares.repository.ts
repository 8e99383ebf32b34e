import type { Prisma } from '@wasl/db';
import { sql } from 'kysely';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { ownSimulationScope } from '../../policies/simulations.ts';

const sharedColumns = {
  scheme: true,
  result: true,
  createdAt: true,
  ruleSet: { select: { version: true } },
} as const satisfies Prisma.SimulationSelect;
/** The data of a shared page. The form itself is not included. */
export type SharedRow = Prisma.SimulationGetPayload<{ select: typeof sharedColumns }>;

export function sharesRepository(db: Db) {
  return {
    /** Replaces the link of a simulation. @returns whether the simulation belongs to the actor */
    async put(actor: Actor, id: number, tokenHash: string, expiresAt: Date): Promise<boolean> {
      const { ownerId } = ownSimulationScope(actor);
      const share = build
        .insertInto('simulation_shares')
        .columns(['simulation_id', 'token_hash', 'expires_at'])
        .expression((eb) =>
          eb
            .selectFrom('simulations as o')
            .where('o.id', '=', id)
            .where('o.owner_id', '=', ownerId)
            .select([
              'o.id',
              sql<string>`${tokenHash}::text`.as('hash'),
              sql<Date>`${expiresAt}::timestamptz`.as('until'),
            ]),
        )
        .onConflict((one) =>
          one.column('simulation_id').doUpdateSet((eb) => ({
            token_hash: eb.ref('excluded.token_hash'),
            expires_at: eb.ref('excluded.expires_at'),
            created_at: sql<Date>`now()`,
          })),
        )
        .returning('simulation_id');
      return (await rows(db, share)).length === 1;
    },

    /** Removes the link of a simulation of the actor. @returns whether it existed */
    async remove(actor: Actor, id: number): Promise<boolean> {
      const { count } = await db.simulationShare.deleteMany({
        where: { simulationId: id, simulation: ownSimulationScope(actor) },
      });
      return count === 1;
    },

    /** The simulation of a valid link whose owner's account is open. */
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
