import type { FeedbackKind } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import type { Act } from '../../events/act.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import type { RowWriter } from '../../platform/database/row-writers.repository.ts';
import { rowSet, rowsOf, type Rows } from '../../platform/database/row-sets.repository.ts';
import {
  build,
  conditionOn,
  prepared,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import { author, authorColumns } from '../partners/index.ts';

/** Limit of lines shown per step, newest first. */
const mostShown = 50;

const feedbackColumns = {
  id: true,
  kind: true,
  percent: true,
  text: true,
  at: true,
  author: { select: authorColumns },
} as const satisfies Prisma.StepFeedbackSelect;
export type FeedbackRow = Prisma.StepFeedbackGetPayload<{ select: typeof feedbackColumns }>;

export const shownFeedbacks = {
  orderBy: { id: 'desc' },
  take: mostShown,
  select: feedbackColumns,
} as const satisfies Prisma.ProcessingStepSelect['feedbacks'];

/** The same of `processing_steps as s` in a Kysely statement: JSON for {@link readFeedbacks}. */
export const feedbacks = jsonArrayFrom(
  conditionOn<'s'>()
    .selectFrom('step_feedbacks as f')
    .whereRef('f.step_id', '=', 's.id')
    .orderBy('f.id', 'desc')
    .limit(sql.lit(mostShown))
    .select((line) => [
      'f.id',
      'f.kind',
      'f.percent',
      'f.text',
      'f.at',
      jsonObjectFrom(
        line.selectFrom('users as u').whereRef('u.id', '=', 'f.author_id').select(author),
      ).as('author'),
    ]),
);
type FeedbackJson = (typeof feedbacks)['expressionType'];

export const readFeedbacks = (lines: NonNullable<FeedbackJson>): FeedbackRow[] =>
  lines.map(({ at, ...line }) => ({ ...line, at: new Date(at) }));

export interface NewFeedback {
  readonly kind: FeedbackKind;
  readonly percent: number;
  readonly text: string | null;
}

type FeedbackLine = NewFeedback & {
  readonly stepId: number;
  readonly authorId: string | null;
  readonly at: Date;
};

const insertFeedbacks = prepared(({ json }: Placeholders<Rows<FeedbackLine>>) =>
  build
    .insertInto('step_feedbacks')
    .columns(['step_id', 'author_id', 'kind', 'percent', 'text', 'at'])
    .expression((eb) =>
      eb
        .selectFrom(
          rowSet('f', json, {
            stepId: 'int',
            authorId: 'uuid',
            kind: '"FeedbackKind"',
            percent: 'int',
            text: 'text',
            at: 'timestamptz',
          }),
        )
        .selectAll(),
    ),
);
const feedbackRows: RowWriter<FeedbackLine> = (lines) => ({
  feedbacks: insertFeedbacks(rowsOf(lines)),
});

/** Adds feedback to the deferred writes of an act. Feedback by an API key of the organisation has no author. */
export function addFeedback(
  act: Act,
  stepId: number,
  { userId, isKey }: Actor,
  lines: readonly NewFeedback[],
): void {
  const authorId = isKey ? null : userId;
  act.add(
    feedbackRows,
    lines.map((line) => ({ ...line, stepId, authorId, at: act.now })),
  );
}

/** The feedback of organisations on their steps. Lines are only added. */
export function feedbackRepository(db: Db) {
  return {
    /** By step, newest first. */
    async of(stepIds: readonly number[]): Promise<Map<number, FeedbackRow[]>> {
      if (stepIds.length === 0) return new Map();
      const steps = await db.processingStep.findMany({
        where: { id: { in: [...stepIds] } },
        select: { id: true, feedbacks: shownFeedbacks },
      });
      return new Map(steps.map(({ id, feedbacks }) => [id, feedbacks]));
    },
  };
}
