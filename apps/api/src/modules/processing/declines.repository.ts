import type { StepStatus } from '@wasl/contracts';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import { isActiveAgentRow } from '../../platform/auth/active-agent.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';

/** A step that was routed because the declined step was. */
export interface RoutedAfter {
  readonly id: number;
  /** Its organisation or the person has acted on it. */
  readonly isTouched: boolean;
}

/** A declined step, with the facts that decide whether its declining can be undone. */
export interface DeclinedStep {
  readonly requestId: number;
  /** The status before, and the percent. */
  readonly from: StepStatus;
  readonly percent: number;
  /** The owner before; null when there was none, or when their access has ended. */
  readonly ownerId: string | null;
  readonly sinceSeconds: number;
  readonly routed: readonly RoutedAfter[];
}

export function declinesRepository(db: Db) {
  return {
    /** Reads in one statement by the database's clock; undefined unless the agent's organisation declined the step. */
    async of({ partnerId }: Actor, stepId: number): Promise<DeclinedStep | undefined> {
      const query = build
        .selectFrom('processing_steps as s')
        .innerJoin('history_events as d', (join) =>
          join
            .onRef('d.request_id', '=', 's.request_id')
            .onRef('d.step_id', '=', 's.id')
            .on('d.to_status', '=', sql.lit('DECLINED')),
        )
        .where('s.id', '=', stepId)
        .where('s.partner_id', '=', partnerId ?? -1)
        .where('s.status', '=', 'DECLINED')
        .orderBy('d.id', 'desc')
        .limit(sql.lit(1))
        .select((eb) => [
          's.request_id as requestId',
          eb.ref('d.from_status').$castTo<StepStatus>().as('from'),
          sql<number>`coalesce(${eb.ref('d.percent')}, 0)`.as('percent'),
          eb
            .selectFrom('history_events as o')
            .innerJoin('users as u', 'u.id', 'o.to_owner_id')
            .whereRef('o.request_id', '=', 's.request_id')
            .whereRef('o.step_id', '=', 's.id')
            .where('o.kind', '=', sql.lit('OWNER'))
            .where((owner) =>
              owner.not(
                owner.exists(
                  owner
                    .selectFrom('history_events as n')
                    .whereRef('n.request_id', '=', 'o.request_id')
                    .whereRef('n.step_id', '=', 'o.step_id')
                    .where('n.kind', '=', sql.lit('OWNER'))
                    .whereRef('n.id', '>', 'o.id')
                    .select('n.id'),
                ),
              ),
            )
            .whereRef('u.partner_id', '=', 's.partner_id')
            .where(isActiveAgentRow())
            .limit(sql.lit(1))
            .select('u.id')
            .as('ownerId'),
          sql<number>`extract(epoch from clock_timestamp() - ${eb.ref('d.at')})::float8`.as(
            'sinceSeconds',
          ),
          jsonArrayFrom(
            eb
              .selectFrom('processing_steps as f')
              .whereRef('f.request_id', '=', 's.request_id')
              .whereRef('f.created_at', '>=', 'd.at')
              .select((routed) => [
                'f.id',
                routed
                  .or([
                    routed('f.status', 'not in', ['ASSIGNED', 'NOT_STARTED']),
                    routed('f.version', '>', 1),
                    routed.exists(
                      routed
                        .selectFrom('history_events as h')
                        .whereRef('h.request_id', '=', 'f.request_id')
                        .whereRef('h.step_id', '=', 'f.id')
                        .where('h.actor_id', 'is not', null)
                        .whereRef('h.at', '>', 'd.at')
                        .select('h.id'),
                    ),
                    routed.exists(
                      routed
                        .selectFrom('step_messages as m')
                        .whereRef('m.step_id', '=', 'f.id')
                        .select('m.id'),
                    ),
                    routed.exists(
                      routed
                        .selectFrom('step_notes as n')
                        .whereRef('n.step_id', '=', 'f.id')
                        .select('n.id'),
                    ),
                    routed.exists(
                      routed
                        .selectFrom('step_documents as w')
                        .whereRef('w.step_id', '=', 'f.id')
                        .select('w.id'),
                    ),
                    // The administrator chose it later.
                    routed.not(
                      routed.exists(
                        routed
                          .selectFrom('history_events as h')
                          .whereRef('h.request_id', '=', 'f.request_id')
                          .whereRef('h.step_id', '=', 'f.id')
                          .where('h.kind', '=', sql.lit('ROUTED'))
                          .whereRef('h.at', '=', 'd.at')
                          .select('h.id'),
                      ),
                    ),
                  ])
                  .$castTo<boolean>()
                  .as('isTouched'),
              ]),
          ).as('routed'),
        ]);
      const [row] = await rows(db, query);
      return row;
    },

    async restore(stepId: number, { from, ownerId }: DeclinedStep): Promise<void> {
      await db.processingStep.update({
        where: { id: stepId },
        data: {
          status: from,
          assigneeId: ownerId,
          duplicateOfId: null,
          version: { increment: 1 },
        },
        select: { id: true },
      });
    },
  };
}
