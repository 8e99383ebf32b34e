import type { Lang } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import type { Scheme } from '@wasl/premium';
import { sql } from 'kysely';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { cached } from '../../platform/database/cached.ts';
import {
  build,
  prepared,
  read,
  rows,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import { ownSimulationScope } from '../../policies/simulations.ts';
import { nameColumns, nameOf } from '../partners/index.ts';
import { labelColumns } from '../reference/index.ts';

const ruleSetColumns = {
  id: true,
  scheme: true,
  version: true,
  validFrom: true,
  source: true,
  rules: true,
} as const satisfies Prisma.PremiumRuleSetSelect;
export type RuleSetRow = Prisma.PremiumRuleSetGetPayload<{ select: typeof ruleSetColumns }>;

export const simulationColumns = {
  id: true,
  scheme: true,
  input: true,
  result: true,
  createdAt: true,
  ruleSet: { select: ruleSetColumns },
} as const satisfies Prisma.SimulationSelect;
export type SimulationRow = Prisma.SimulationGetPayload<{ select: typeof simulationColumns }>;

export interface NewSimulation {
  readonly scheme: Scheme;
  readonly ownerId: string;
  readonly ruleSetId: number;
  readonly input: object;
  readonly result: object;
  readonly createdAt: Date;
}

const insertSimulation = prepared(
  (
    simulation: Placeholders<
      Omit<NewSimulation, 'input' | 'result'> & { readonly input: string; readonly result: string }
    >,
  ) =>
    build
      .insertInto('simulations')
      .values({
        scheme: simulation.scheme,
        owner_id: simulation.ownerId,
        rule_set_id: simulation.ruleSetId,
        input: simulation.input,
        result: simulation.result,
        created_at: simulation.createdAt,
      })
      .returning('id'),
);

export function simulationsRepository(db: Db) {
  return {
    /** The rule set in force on a day (`YYYY-MM-DD`): the latest start not after it, and of two the later entered. */
    async idInForce(scheme: Scheme, day: string): Promise<number | null> {
      const query = build
        .selectFrom('premium_rule_sets')
        .select((eb) => ['id', 'scheme', sql<string>`${eb.ref('valid_from')}::text`.as('from')])
        .orderBy('valid_from', 'desc')
        .orderBy('id', 'desc');
      const name = 'first days of the rule sets';
      const days = await cached(db, name, async (now) => read(now, name, query));
      return days.find((row) => row.scheme === scheme && row.from <= day)?.id ?? null;
    },

    async ruleSet(id: number): Promise<RuleSetRow> {
      return await db.premiumRuleSet.findUniqueOrThrow({ where: { id }, select: ruleSetColumns });
    },

    async insert({ input, result, ...simulation }: NewSimulation): Promise<number> {
      const json = { input: JSON.stringify(input), result: JSON.stringify(result) };
      const [row] = await rows(db, insertSimulation({ ...simulation, ...json }));
      if (row === undefined) throw new Error('The simulation was not written');
      return row.id;
    },

    async find(actor: Actor, id: number): Promise<SimulationRow | null> {
      return await db.simulation.findFirst({
        where: { id, ...ownSimulationScope(actor) },
        select: simulationColumns,
      });
    },

    /** Items of lists with their labels, including inactive items, because a report may be of last year. */
    async itemsOfLists(lists: readonly string[]) {
      return await db.referenceItem.findMany({
        where: { parent: { in: [...lists] }, partnerId: null },
        select: { parent: true, ...labelColumns },
      });
    },

    async organisationTitle(id: number, lang: Lang): Promise<string | null> {
      const partner = await db.partner.findUnique({ where: { id }, select: nameColumns });
      return partner === null ? null : nameOf(partner, lang);
    },
  };
}
