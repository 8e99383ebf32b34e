import type { Prisma } from '@wasl/db';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { jsonRow, type Unread } from '../../platform/database/json-rows.repository.ts';
import { build, read } from '../../platform/database/statements.repository.ts';
import { isInRequestScope, isInStepScope } from '../../policies/scopes.repository.ts';
import { requestDocumentColumns } from '../requests/index.ts';
import { shownFeedbacks } from './feedback.repository.ts';
import { stepColumns } from './processing.repository.ts';
import {
  lastChange,
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
      const members =
        actor.role === 'PARTENAIRE'
          ? [...withoutFeedbacks.members, sql`'[]'::json`.as('feedbacks')]
          : followedStep.members;
      const query = build
        .selectFrom('requests as r')
        .where('r.id', '=', requestId)
        .where(isInRequestScope(actor))
        .select((eb) => {
          const steps = eb
            .selectFrom('processing_steps as s')
            .whereRef('s.request_id', '=', 'r.id');
          const shown = steps
            .orderBy('s.position')
            .limit(size)
            .offset(page * size)
            .select(members);
          return [
            steps
              .select(sql<number>`count(*)::int`.as('total'))
              .$asScalar()
              .as('total'),
            jsonArrayFrom(shown).$castTo<Unread<FollowedStep>[]>().as('rows'),
          ];
        });
      const [found] = await read(db, 'steps of a request', query);
      return found && { rows: found.rows.map(followedStep.read), total: found.total };
    },

    /** A step that the actor may act on, with its documents, those of its request and its last change. */
    async withDocuments(
      actor: Actor,
      stepId: number,
    ): Promise<{ row: DocumentsRow; change: StepChange } | undefined> {
      const step = build
        .selectFrom('processing_steps as s')
        .innerJoin('requests as r', 'r.id', 's.request_id')
        .where('s.id', '=', stepId)
        .where(isInStepScope(actor))
        .select([...documentsRow.members, lastChange().as('change')]);
      const query = build
        .selectFrom(step.as('t'))
        .select(({ fn }) =>
          fn.toJson('t').$castTo<Unread<DocumentsRow & { change: StepChangeJson }>>().as('row'),
        );
      const [found] = await read(db, 'documents of a step', query);
      if (found === undefined) return undefined;
      const { change, ...row } = documentsRow.read(found.row);
      return { row, change: readChange(change) };
    },
  };
}
