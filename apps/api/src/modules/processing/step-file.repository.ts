import type { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/db.ts';
import { stepScope } from '../../policies/requests.ts';
import { labelColumns } from '../reference/index.ts';
import { shownFeedbacks } from './feedback.repository.ts';
import { stepColumns } from './processing.repository.ts';
import { worklistColumns } from './worklist.repository.ts';

/** Other requests of a person that a page shows at most. */
const mostOthers = 20;

const fileColumns = {
  ...worklistColumns,
  ...stepColumns,
  feedbacks: shownFeedbacks,
  request: {
    select: {
      ...worklistColumns.request.select,
      beneficiary: {
        select: {
          ...worklistColumns.request.select.beneficiary.select,
          headquarter: true,
          ice: true,
          profil: { select: labelColumns },
          area: { select: labelColumns },
          qualifications: { where: { replacedAt: null }, take: 1 },
        },
      },
      // What sending back depends on, as `workOn` has it for lists.
      steps: {
        select: {
          partnerId: true,
          status: true,
          messages: { take: 1, select: { id: true } },
          notes: { take: 1, select: { id: true } },
        },
      },
    },
  },
} as const satisfies Prisma.ProcessingStepSelect;
export type StepFileRow = Prisma.ProcessingStepGetPayload<{ select: typeof fileColumns }>;

const otherColumns = {
  id: true,
  status: true,
  titleItem: { select: labelColumns },
  request: { select: { id: true, numRequest: true, dateRequest: true } },
} as const satisfies Prisma.ProcessingStepSelect;
export type OtherStepRow = Prisma.ProcessingStepGetPayload<{ select: typeof otherColumns }>;

/** What the page of one step shows. */
export function stepFileRepository(db: Db) {
  return {
    /** A step of the agent's organisation, with all that hangs on it: one statement. */
    async find(actor: Actor, stepId: number): Promise<StepFileRow | undefined> {
      const row = await db.processingStep.findFirst({
        where: { AND: [{ id: stepId }, stepScope(actor)] },
        select: fileColumns,
      });
      return row ?? undefined;
    },

    /** Other steps of the same person that the agent may know of, newest requests first. */
    async others(actor: Actor, stepId: number, beneficiaryId: string): Promise<OtherStepRow[]> {
      return await db.processingStep.findMany({
        where: {
          AND: [{ id: { not: stepId }, request: { beneficiaryId } }, stepScope(actor)],
        },
        orderBy: [{ request: { dateRequest: 'desc' } }, { id: 'desc' }],
        take: mostOthers,
        select: otherColumns,
      });
    },
  };
}
