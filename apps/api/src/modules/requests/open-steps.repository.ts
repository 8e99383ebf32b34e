import { sql } from 'kysely';

import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';

/**
 * The number of open steps of each organisation (`openStepStatuses`), as rows `c.partner_id`, `steps`. It sums changes
 * that triggers of processing_steps write, so the cost does not grow with the steps
 * (docs/decisions/0020-copies-and-counts-on-steps.md).
 */
export const openSteps = build
  .selectFrom('open_step_changes as c')
  .select(['c.partner_id', sql<number>`sum(${sql.ref('c.change')})::int`.as('steps')])
  .groupBy('c.partner_id');

const steps = sql<number>`sum(${sql.ref('steps')})`;
const differing = build
  .selectFrom(
    build
      .selectFrom('processing_steps as s')
      .where((eb) => eb.fn<boolean>('step_is_open', ['s.status']))
      .groupBy('s.partner_id')
      .select(['s.partner_id', sql<number>`count(*)`.as('steps')])
      .unionAll(
        build
          .selectFrom('open_step_changes as c')
          .groupBy('c.partner_id')
          .select(['c.partner_id', sql<number>`-sum(${sql.ref('c.change')})`.as('steps')]),
      )
      .as('both_sides'),
  )
  .groupBy('partner_id')
  .having(steps, '<>', 0)
  .select(['partner_id as partnerId', sql<number>`${steps}::int`.as('missing')]);

/** An organisation whose stored sum is `missing` steps too low; a negative number means too high. */
export interface DifferingOpenSteps {
  readonly partnerId: number;
  readonly missing: number;
}

export function openStepsRepository(db: Db) {
  return {
    async all(): Promise<Map<number, number>> {
      const rows = await db.openStepChange.groupBy({ by: ['partnerId'], _sum: { change: true } });
      return new Map(rows.map(({ partnerId, _sum }) => [partnerId, _sum.change ?? 0]));
    },

    /** Merges the change rows of each organisation into one. Concurrent readers see the same sums. */
    async addUp(): Promise<void> {
      const query = build
        .with('many', (part) =>
          part
            .selectFrom('open_step_changes')
            .groupBy('partner_id')
            .having((eb) => eb.fn.countAll(), '>', 1)
            .select('partner_id'),
        )
        .with('gone', (part) =>
          part
            .deleteFrom('open_step_changes')
            .where('partner_id', 'in', (eb) => eb.selectFrom('many').select('many.partner_id'))
            .returning(['partner_id', 'change']),
        )
        .insertInto('open_step_changes')
        .columns(['partner_id', 'change'])
        .expression((eb) =>
          eb
            .selectFrom('gone')
            .groupBy('partner_id')
            .having((sums) => sums.fn.sum('change'), '<>', 0)
            .select((sums) => ['partner_id', sums.fn.sum('change').as('change')]),
        );
      await rows(db, query);
    },

    /** Organisations whose stored sum differs from a count. It reads every open step. */
    async differing(): Promise<DifferingOpenSteps[]> {
      return await rows(db, differing.orderBy('partner_id'));
    },

    /** Adds the missing changes. @returns the number of corrected organisations */
    async repair(): Promise<number> {
      const query = build
        .insertInto('open_step_changes')
        .columns(['partner_id', 'change'])
        .expression(differing)
        .returning('partner_id');
      return (await rows(db, query)).length;
    },
  };
}
