import { maxSavedSimulations } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import type { Scheme } from '@wasl/premium';
import { sql } from 'kysely';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import { ownSimulationScope } from '../../policies/simulations.ts';
import { simulationColumns } from './simulations.repository.ts';

const savedColumns = {
  ...simulationColumns,
  ruleSetId: true,
  name: true,
  share: { select: { expiresAt: true } },
} as const satisfies Prisma.SimulationSelect;
export type SavedRow = Prisma.SimulationGetPayload<{ select: typeof savedColumns }>;

/** A row of the list, with the shown values of the form and the result. */
export interface ListedRow {
  readonly id: number;
  readonly scheme: Scheme;
  readonly name: string;
  readonly createdAt: Date;
  readonly rate: number;
  readonly amount: number;
  readonly rulesVersion: string;
  /** The end of a valid link. */
  readonly sharedUntil: Date | null;
}

export function savedSimulationsRepository(db: Db) {
  return {
    async list(actor: Actor, now: Date): Promise<ListedRow[]> {
      const { ownerId } = ownSimulationScope(actor);
      const query = build
        .selectFrom('simulations as s')
        .innerJoin('premium_rule_sets as r', 'r.id', 's.rule_set_id')
        .leftJoin('simulation_shares as h', (join) =>
          join.onRef('h.simulation_id', '=', 's.id').on('h.expires_at', '>', now),
        )
        .where('s.owner_id', '=', ownerId)
        .orderBy('s.created_at', 'desc')
        .orderBy('s.id', 'desc')
        .limit(maxSavedSimulations)
        .select((eb) => {
          const result = eb.ref('s.result');
          return [
            's.id',
            's.scheme',
            sql<string>`coalesce(${eb.ref('s.name')}, ${eb.ref('s.input')}->>'intituleProjet')`.as(
              'name',
            ),
            's.created_at as createdAt',
            sql<number>`coalesce(${result}->>'tauxPrimeTotale', ${result}->>'tauxRetenu')::float8`.as(
              'rate',
            ),
            sql<number>`coalesce(${result}->>'montantPrimeTotale', ${result}->>'montant')::float8`.as(
              'amount',
            ),
            'r.version as rulesVersion',
            'h.expires_at as sharedUntil',
          ];
        });
      return await rows(db, query);
    },

    async find(actor: Actor, id: number): Promise<SavedRow | null> {
      return await db.simulation.findFirst({
        where: { id, ...ownSimulationScope(actor) },
        select: savedColumns,
      });
    },

    /** Renames a simulation of the actor. @returns whether it exists */
    async rename(actor: Actor, id: number, name: string): Promise<boolean> {
      const { count } = await db.simulation.updateMany({
        where: { id, ...ownSimulationScope(actor) },
        data: { name },
      });
      return count === 1;
    },

    async copy(actor: Actor, row: SavedRow, name: string, createdAt: Date): Promise<number> {
      const { id } = await db.simulation.create({
        data: {
          ...ownSimulationScope(actor),
          scheme: row.scheme,
          ruleSetId: row.ruleSetId,
          name,
          input: row.input as Prisma.InputJsonValue,
          result: row.result as Prisma.InputJsonValue,
          createdAt,
        },
        select: { id: true },
      });
      return id;
    },

    /** Deletes a simulation of the actor. @returns whether it existed */
    async remove(actor: Actor, id: number): Promise<boolean> {
      const { count } = await db.simulation.deleteMany({
        where: { id, ...ownSimulationScope(actor) },
      });
      return count === 1;
    },
  };
}
