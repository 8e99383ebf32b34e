import { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { jsonRow, type Unread } from '../../platform/database/json-rows.repository.ts';
import { readRows } from '../../platform/database/reads.repository.ts';
import { requestScopeSql, stepScopeSql } from '../../policies/scopes.repository.ts';
import { requestDocumentColumns } from '../requests/index.ts';
import { shownFeedbacks } from './feedback.repository.ts';
import { stepColumns } from './processing.repository.ts';
import {
  lastChangeSql,
  readChange,
  type StepChange,
  type StepChangeJson,
} from './step-change.repository.ts';

const followedColumns = {
  ...stepColumns,
  feedbacks: shownFeedbacks,
} as const satisfies Prisma.ProcessingStepSelect;
/** A step as the follow-up shows it; the series is the beneficiary's. */
export type FollowedStep = Prisma.ProcessingStepGetPayload<{ select: typeof followedColumns }>;
const followedStep = jsonRow('ProcessingStep', 's', followedColumns);
const withoutFeedbacks = jsonRow('ProcessingStep', 's', stepColumns);

const documentsColumns = {
  ...stepColumns,
  request: {
    select: {
      ...stepColumns.request.select,
      id: true,
      documents: { orderBy: { id: 'asc' }, select: requestDocumentColumns },
    },
  },
} as const satisfies Prisma.ProcessingStepSelect;
/** A step with the documents of its own and of its request. */
export type DocumentsRow = Prisma.ProcessingStepGetPayload<{ select: typeof documentsColumns }>;
const documentsRow = jsonRow('ProcessingStep', 's', documentsColumns);

/** Steps as screens read them, one statement each; what an actor may not know of is not found. */
export function stepReads(db: Db) {
  return {
    /** Steps of a request, in order, and how many there are; undefined for a request that the actor may not know of. */
    async ofRequest(
      actor: Actor,
      requestId: number,
      { page, size }: { page: number; size: number },
    ): Promise<{ rows: FollowedStep[]; total: number } | undefined> {
      const columns =
        actor.role === 'PARTENAIRE'
          ? Prisma.sql`${withoutFeedbacks.columns}, '[]'::json AS feedbacks`
          : followedStep.columns;
      const [found] = await readRows<{ total: number; rows: Unread<FollowedStep>[] }>(
        db,
        'steps of a request',
        Prisma.sql`
        SELECT (SELECT count(*)::int FROM processing_steps s WHERE s.request_id = r.id) AS total,
          (SELECT coalesce(json_agg(t), '[]') FROM (
            SELECT ${columns} FROM processing_steps s WHERE s.request_id = r.id
            ORDER BY s.position LIMIT ${size} OFFSET ${page * size}) AS t) AS rows
        FROM requests r WHERE r.id = ${requestId} AND ${requestScopeSql(actor)}`,
      );
      return found && { rows: found.rows.map(followedStep.read), total: found.total };
    },

    /** A step that the actor may act on, with its documents, those of its request and its last change. */
    async withDocuments(
      actor: Actor,
      stepId: number,
    ): Promise<{ row: DocumentsRow; change: StepChange } | undefined> {
      const [found] = await readRows<{ row: Unread<DocumentsRow & { change: StepChangeJson }> }>(
        db,
        'documents of a step',
        Prisma.sql`
        SELECT row_to_json(t) AS row FROM (
          SELECT ${documentsRow.columns}, ${lastChangeSql} AS change
          FROM processing_steps s JOIN requests r ON r.id = s.request_id
          WHERE s.id = ${stepId} AND ${stepScopeSql(actor)}) AS t`,
      );
      if (found === undefined) return undefined;
      const { change, ...row } = documentsRow.read(found.row);
      return { row, change: readChange(change) };
    },
  };
}
