import { Prisma } from '@wasl/db';

import type { Db } from '../../platform/database/db.ts';

/**
 * How many open steps each organisation has (`openStepStatuses`), as rows `c.partner_id`, `steps`: a sum of changes that triggers of
 * processing_steps write (docs/decisions, 86), so that it costs the same however many steps there are.
 */
export const openStepsSql = (isAsked: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT c.partner_id, sum(c.change)::int AS steps FROM open_step_changes c WHERE ${isAsked} GROUP BY c.partner_id`;

const differing = Prisma.sql`
  SELECT partner_id, sum(steps)::int AS missing FROM (
    SELECT partner_id, count(*) AS steps FROM processing_steps WHERE step_is_open(status) GROUP BY partner_id
    UNION ALL SELECT partner_id, -sum(change) FROM open_step_changes GROUP BY partner_id) AS both_sides
  GROUP BY partner_id HAVING sum(steps) <> 0`;

/** An organisation whose open steps are more (fewer: negative) than their kept sum by so many. */
export interface DifferingOpenSteps {
  readonly partnerId: number;
  readonly missing: number;
}

export function openStepsRepository(db: Db) {
  return {
    /** Open steps of every organisation that has any. */
    async all(): Promise<Map<number, number>> {
      const rows = await db.openStepChange.groupBy({ by: ['partnerId'], _sum: { change: true } });
      return new Map(rows.map(({ partnerId, _sum }) => [partnerId, _sum.change ?? 0]));
    },

    /** Makes one row of the many of an organisation; whoever reads meanwhile finds the same sums. */
    async addUp(): Promise<void> {
      await db.$executeRaw`
        WITH many AS (SELECT partner_id FROM open_step_changes GROUP BY partner_id HAVING count(*) > 1),
        gone AS (DELETE FROM open_step_changes WHERE partner_id IN (SELECT partner_id FROM many) RETURNING partner_id, change)
        INSERT INTO open_step_changes (partner_id, change)
        SELECT partner_id, sum(change) FROM gone GROUP BY partner_id HAVING sum(change) <> 0`;
    },

    /** Organisations whose sum is not what is counted. Reads every open step. */
    async differing(): Promise<DifferingOpenSteps[]> {
      return await db.$queryRaw<DifferingOpenSteps[]>`
        SELECT partner_id AS "partnerId", missing FROM (${differing}) AS d ORDER BY partner_id`;
    },

    /** Adds what is missing; answers for how many organisations. */
    async repair(): Promise<number> {
      return await db.$executeRaw`
        INSERT INTO open_step_changes (partner_id, change) SELECT partner_id, missing FROM (${differing}) AS d`;
    },
  };
}
