import type { StepStatus } from '@wasl/contracts';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import { system } from '../../events/author.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import type { ClosingFacts, OpenedStep } from './rules/taking-back.ts';

/** A step that started because of the closing, and whose agents were notified. */
export interface OpenedRow extends OpenedStep {
  readonly id: number;
  readonly partnerId: number;
  readonly assigneeId: string | null;
}

/** The current step, with the facts that decide whether its closing can be undone. */
export interface ClosingRow extends Omit<ClosingFacts, 'requestStatus' | 'opened'> {
  readonly status: StepStatus;
  readonly fromPercent: number;
  readonly opened: readonly OpenedRow[];
}

export function closingRepository(db: Db) {
  return {
    /** Reads in one statement by the database's clock. Lock the request first. */
    async of(stepId: number): Promise<ClosingRow | undefined> {
      const query = build
        .selectFrom('processing_steps as s')
        .where('s.id', '=', stepId)
        .select((eb) => [
          's.status',
          's.closed_from_status as from',
          sql<number>`coalesce(${eb.ref('s.closed_from_percent')}, 0)`.as('fromPercent'),
          sql<
            number | null
          >`extract(epoch from clock_timestamp() - ${eb.ref('s.processed_at')})::float8`.as(
            'closedForSeconds',
          ),
          eb
            .exists(eb.selectFrom('ratings as g').whereRef('g.step_id', '=', 's.id').select('g.id'))
            .$castTo<boolean>()
            .as('isRated'),
          jsonArrayFrom(
            eb
              .selectFrom('processing_steps as f')
              .whereRef('f.request_id', '=', 's.request_id')
              .whereRef('f.position', '>', 's.position')
              .where('f.runs_in_parallel', '=', false)
              .whereRef('f.assigned_at', '>=', 's.processed_at')
              .orderBy('f.position')
              .select((opened) => [
                'f.id',
                'f.partner_id as partnerId',
                'f.status',
                'f.assignee_id as assigneeId',
                // An owner by load has not acted.
                opened
                  .and([
                    opened('f.assignee_id', 'is not', null),
                    opened.not(
                      opened.exists(
                        opened
                          .selectFrom('history_events as h')
                          .whereRef('h.request_id', '=', 'f.request_id')
                          .whereRef('h.step_id', '=', 'f.id')
                          .where('h.kind', '=', sql.lit('OWNER'))
                          .where('h.actor_role', '=', system.role)
                          .whereRef('h.to_owner_id', '=', 'f.assignee_id')
                          .whereRef('h.at', '>=', 's.processed_at')
                          .select('h.id'),
                      ),
                    ),
                  ])
                  .$castTo<boolean>()
                  .as('hasOwner'),
                opened
                  .or([
                    opened.exists(
                      opened
                        .selectFrom('step_messages as m')
                        .whereRef('m.step_id', '=', 'f.id')
                        .whereRef('m.created_at', '>=', 's.processed_at')
                        .select('m.id'),
                    ),
                    opened.exists(
                      opened
                        .selectFrom('step_notes as n')
                        .whereRef('n.step_id', '=', 'f.id')
                        .whereRef('n.created_at', '>=', 's.processed_at')
                        .select('n.id'),
                    ),
                    opened.exists(
                      opened
                        .selectFrom('step_documents as d')
                        .whereRef('d.step_id', '=', 'f.id')
                        .whereRef('d.requested_at', '>=', 's.processed_at')
                        .select('d.id'),
                    ),
                  ])
                  .$castTo<boolean>()
                  .as('isTouched'),
              ]),
          ).as('opened'),
        ]);
      const [row] = await rows(db, query);
      return row;
    },

    /** Restores the step to its state before the closing. A step that was only assigned has no start date again. */
    async reopen(
      stepId: number,
      { from, percent }: { readonly from: StepStatus; readonly percent: number },
    ): Promise<void> {
      await db.processingStep.update({
        where: { id: stepId },
        data: {
          status: from,
          percent,
          processedAt: null,
          closedFromStatus: null,
          closedFromPercent: null,
          ...(from === 'ASSIGNED' ? { processingStartDate: null } : {}),
          version: { increment: 1 },
        },
        select: { id: true },
      });
    },

    async closeAgain(stepIds: readonly number[]): Promise<void> {
      await db.processingStep.updateMany({
        where: { id: { in: [...stepIds] } },
        data: {
          status: 'NOT_STARTED',
          assignedAt: null,
          assigneeId: null,
          version: { increment: 1 },
        },
      });
    },
  };
}
