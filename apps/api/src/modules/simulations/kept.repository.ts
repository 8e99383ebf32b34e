import { mostKeptSimulations } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import type { Scheme } from '@wasl/premium';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { ownSimulationScope } from '../../policies/simulations.ts';
import { simulationColumns } from './simulations.repository.ts';

const keptColumns = {
  ...simulationColumns,
  ruleSetId: true,
  name: true,
  share: { select: { expiresAt: true } },
} as const satisfies Prisma.SimulationSelect;
export type KeptRow = Prisma.SimulationGetPayload<{ select: typeof keptColumns }>;

/** A row of the list: of the form and the result only what it shows. */
export interface ListedRow {
  readonly id: number;
  readonly scheme: Scheme;
  readonly name: string;
  readonly createdAt: Date;
  readonly rate: number;
  readonly amount: number;
  readonly rulesVersion: string;
  /** Of a link that is still good. */
  readonly sharedUntil: Date | null;
}

export function keptRepository(db: Db) {
  return {
    /** The actor's own, the latest first. */
    async list(actor: Actor, now: Date): Promise<ListedRow[]> {
      const { ownerId } = ownSimulationScope(actor);
      return await db.$queryRaw<ListedRow[]>`
        SELECT s.id, s.scheme::text AS scheme, coalesce(s.name, s.input->>'intituleProjet') AS name,
          s.created_at AS "createdAt",
          coalesce(s.result->>'tauxPrimeTotale', s.result->>'tauxRetenu')::float8 AS rate,
          coalesce(s.result->>'montantPrimeTotale', s.result->>'montant')::float8 AS amount,
          r.version AS "rulesVersion", h.expires_at AS "sharedUntil"
        FROM simulations s
        JOIN premium_rule_sets r ON r.id = s.rule_set_id
        LEFT JOIN simulation_shares h ON h.simulation_id = s.id AND h.expires_at > ${now}
        WHERE s.owner_id = ${ownerId}::uuid
        ORDER BY s.created_at DESC, s.id DESC
        LIMIT ${mostKeptSimulations}`;
    },

    /** One of the actor's own. */
    async find(actor: Actor, id: number): Promise<KeptRow | null> {
      return await db.simulation.findFirst({
        where: { id, ...ownSimulationScope(actor) },
        select: keptColumns,
      });
    },

    /** Names one of the actor's own. Answers whether there was one. */
    async rename(actor: Actor, id: number, name: string): Promise<boolean> {
      const { count } = await db.simulation.updateMany({
        where: { id, ...ownSimulationScope(actor) },
        data: { name },
      });
      return count === 1;
    },

    /** A copy under another name. */
    async copy(actor: Actor, row: KeptRow, name: string, createdAt: Date): Promise<number> {
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

    /** Deletes one of the actor's own. Answers whether there was one. */
    async remove(actor: Actor, id: number): Promise<boolean> {
      const { count } = await db.simulation.deleteMany({
        where: { id, ...ownSimulationScope(actor) },
      });
      return count === 1;
    },
  };
}
