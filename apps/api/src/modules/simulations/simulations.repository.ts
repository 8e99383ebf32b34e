import type { Lang } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import type { Scheme } from '@wasl/premium';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/db.ts';
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

const simulationColumns = {
  id: true,
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

export function simulationsRepository(db: Db) {
  return {
    /** The rule set in force on a day (`YYYY-MM-DD`): the latest first day not after it, and of two the later entered. */
    async ruleSetInForce(scheme: Scheme, day: string): Promise<RuleSetRow | null> {
      return await db.premiumRuleSet.findFirst({
        where: { scheme, validFrom: { lte: new Date(`${day}T00:00:00Z`) } },
        orderBy: [{ validFrom: 'desc' }, { id: 'desc' }],
        select: ruleSetColumns,
      });
    },

    async insert(simulation: NewSimulation): Promise<number> {
      const { input, result, ...columns } = simulation;
      const { id } = await db.simulation.create({
        data: {
          ...columns,
          input,
          result,
        },
        select: { id: true },
      });
      return id;
    },

    /** A simulation of the actor's own. */
    async find(actor: Actor, scheme: Scheme, id: number): Promise<SimulationRow | null> {
      return await db.simulation.findFirst({
        where: { id, scheme, ...ownSimulationScope(actor) },
        select: simulationColumns,
      });
    },

    /** Items of lists with their labels, those no longer offered too: a report may be of last year. */
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
