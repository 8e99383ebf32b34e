import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import {
  build,
  conditionOn,
  prepared,
  read,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import { storedStatus } from '../../policies/request-status.ts';
import {
  isInRequestScope,
  isInStepScope,
  readerIds,
  type ReaderIds,
} from '../../policies/scopes.repository.ts';
import { messageToAnswer, requestDocuments } from '../requests/index.ts';
import { feedbacks, readFeedbacks, type FeedbackRow } from './feedback.repository.ts';
import { readStep, stepAlone, stepView, type StepViewRow } from './processing.repository.ts';
import { lastChange, readChange } from './step-change.repository.ts';

const forOwner = [
  ...stepView,
  feedbacks.as('feedbacks'),
  messageToAnswer.as('messageToAnswer'),
] as const;
const forAgent = [
  ...stepView,
  sql<never[]>`'[]'::json`.as('feedbacks'),
  sql<string | null>`null`.as('messageToAnswer'),
] as const;
/** A step of the follow-up. */
export type FollowedStep = StepViewRow & {
  readonly feedbacks: readonly FeedbackRow[];
  readonly messageToAnswer: string | null;
};

/** A step with its documents and those of its request. */
const withDocuments = [
  ...stepAlone,
  jsonObjectFrom(
    conditionOn<'s'>()
      .selectFrom('requests as r')
      .whereRef('r.id', '=', 's.request_id')
      .select([storedStatus, 'r.id', requestDocuments]),
  )
    .$notNull()
    .as('request'),
  lastChange().as('change'),
] as const;

interface StepsAsked extends ReaderIds {
  readonly requestId: number;
  readonly size: number;
  /** Number of steps before the page. */
  readonly from: number;
}
const stepsOfRequest = prepared(
  ({ requestId, size, from, userId, partnerId }: Placeholders<StepsAsked>, role: Actor['role']) =>
    build
      .selectFrom('requests as r')
      .where('r.id', '=', requestId)
      .where(isInRequestScope({ role, userId, partnerId }))
      .select((eb) => {
        const steps = eb.selectFrom('processing_steps as s').whereRef('s.request_id', '=', 'r.id');
        const shown = steps
          .orderBy('s.position')
          .limit(size)
          .offset(from)
          .select(role === 'PARTENAIRE' ? forAgent : forOwner);
        return [
          steps
            .select(sql<number>`count(*)::int`.as('total'))
            .$asScalar()
            .$notNull()
            .as('total'),
          jsonArrayFrom(shown).as('rows'),
        ];
      }),
);

const stepWithDocuments = prepared(
  (
    { stepId, userId, partnerId }: Placeholders<ReaderIds & { readonly stepId: number }>,
    role: Actor['role'],
  ) => {
    const step = build
      .selectFrom('processing_steps as s')
      .innerJoin('requests as r', 'r.id', 's.request_id')
      .where('s.id', '=', stepId)
      .where(isInStepScope({ role, userId, partnerId }))
      .select(withDocuments);
    return build.selectFrom(step.as('t')).select(({ fn }) => fn.toJson('t').as('row'));
  },
);

/** Reads of steps for screens, one statement each. Steps that are hidden from the actor are not found. */
export function stepReads(db: Db) {
  return {
    /** Steps of a request, in order, with their total; undefined for a request that is hidden from the actor. */
    async ofRequest(
      actor: Actor,
      requestId: number,
      { page, size }: { page: number; size: number },
    ): Promise<{ rows: FollowedStep[]; total: number } | undefined> {
      const asked = { ...readerIds(actor), requestId, size, from: page * size };
      const [found] = await read(db, 'steps of a request', stepsOfRequest(asked, actor.role));
      return (
        found && {
          rows: found.rows.map(({ feedbacks: lines, ...step }) => ({
            ...readStep(step),
            feedbacks: readFeedbacks(lines),
          })),
          total: found.total,
        }
      );
    },

    /** A step that the actor may act on, with its documents, those of its request and its last change. */
    async withDocuments(actor: Actor, stepId: number) {
      const query = stepWithDocuments({ ...readerIds(actor), stepId }, actor.role);
      const [found] = await read(db, 'documents of a step', query);
      if (found === undefined) return undefined;
      const { change, ...row } = found.row;
      return { row: readStep(row), change: readChange(change) };
    },
  };
}
