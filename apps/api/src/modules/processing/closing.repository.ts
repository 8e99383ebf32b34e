import type { StepStatus } from '@wasl/contracts';

import type { Db } from '../../platform/database/db.ts';
import type { ClosingFacts, OpenedStep } from './rules/taking-back.ts';

/** A step whose turn came by the closing, and whose agents were told. */
export interface OpenedRow extends OpenedStep {
  readonly id: number;
  readonly partnerId: number;
}

/** A step as it stands, with what decides whether its closing can be taken back. */
export interface ClosingRow extends Omit<ClosingFacts, 'requestStatus' | 'opened'> {
  readonly status: StepStatus;
  readonly fromPercent: number;
  readonly opened: readonly OpenedRow[];
}

/** Closings of steps. */
export function closingRepository(db: Db) {
  return {
    /** In one statement, on the database's clock; lock the request first. */
    async of(stepId: number): Promise<ClosingRow | undefined> {
      const [row] = await db.$queryRaw<ClosingRow[]>`
        SELECT s.status::text AS status, s.closed_from_status::text AS "from",
          coalesce(s.closed_from_percent, 0) AS "fromPercent",
          extract(epoch FROM clock_timestamp() - s.processed_at)::float8 AS "closedForSeconds",
          EXISTS (SELECT 1 FROM ratings g WHERE g.step_id = s.id) AS "isRated",
          coalesce((SELECT json_agg(json_build_object('id', f.id, 'partnerId', f.partner_id, 'status', f.status,
              'hasOwner', f.assignee_id IS NOT NULL, 'isTouched',
              EXISTS (SELECT 1 FROM step_messages m WHERE m.step_id = f.id AND m.created_at >= s.processed_at)
              OR EXISTS (SELECT 1 FROM step_notes n WHERE n.step_id = f.id AND n.created_at >= s.processed_at)
              OR EXISTS (SELECT 1 FROM step_documents d WHERE d.step_id = f.id AND d.requested_at >= s.processed_at))
            ORDER BY f.position)
            FROM processing_steps f WHERE f.request_id = s.request_id AND f.position > s.position
              AND NOT f.runs_in_parallel AND f.assigned_at >= s.processed_at), '[]') AS opened
        FROM processing_steps s WHERE s.id = ${stepId}`;
      return row;
    },

    /** The step stands as before it was closed. Where nobody had begun, it has not begun. */
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

    /** These steps wait for their turn again. */
    async closeAgain(stepIds: readonly number[]): Promise<void> {
      await db.processingStep.updateMany({
        where: { id: { in: [...stepIds] } },
        data: { status: 'NOT_STARTED', assignedAt: null, version: { increment: 1 } },
      });
    },
  };
}
