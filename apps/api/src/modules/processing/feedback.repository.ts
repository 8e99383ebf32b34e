import type { FeedbackKind } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';

import type { Db } from '../../platform/db.ts';
import { authorColumns } from '../partners/index.ts';

/** What is shown of a step's series at most, newest first. */
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

/** A step's series, newest first. */
export const shownFeedbacks = {
  orderBy: { id: 'desc' },
  take: mostShown,
  select: feedbackColumns,
} as const satisfies Prisma.ProcessingStepSelect['feedbacks'];

export interface NewFeedback {
  readonly kind: FeedbackKind;
  readonly percent: number;
  readonly text: string | null;
}

/** What organisations said to a person on their steps: lines are added and never changed. */
export function feedbackRepository(db: Db) {
  return {
    async add(
      stepId: number,
      authorId: string,
      lines: readonly NewFeedback[],
      at: Date,
    ): Promise<void> {
      if (lines.length === 0) return;
      await db.stepFeedback.createMany({
        data: lines.map((line) => ({ ...line, stepId, authorId, at })),
      });
    },

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
