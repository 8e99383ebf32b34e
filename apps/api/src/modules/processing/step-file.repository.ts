import { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { jsonRow, type Unread } from '../../platform/database/json-rows.repository.ts';
import { readRows } from '../../platform/database/reads.repository.ts';
import type { StepWork } from '../../policies/request-actions.ts';
import { stepScopeSql } from '../../policies/scopes.repository.ts';
import { labelColumns } from '../reference/index.ts';
import { workSql } from '../requests/index.ts';
import { shownFeedbacks } from './feedback.repository.ts';
import { stepColumns } from './processing.repository.ts';
import {
  lastChangeSql,
  readChange,
  type StepChange,
  type StepChangeJson,
} from './step-change.repository.ts';
import { worklistColumns } from './worklist-rows.repository.ts';

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
    },
  },
} as const satisfies Prisma.ProcessingStepSelect;
export type StepFileRow = Prisma.ProcessingStepGetPayload<{ select: typeof fileColumns }>;
const fileRow = jsonRow('ProcessingStep', 's', fileColumns);

export const otherColumns = {
  id: true,
  status: true,
  titleItem: { select: labelColumns },
  request: { select: { id: true, numRequest: true, dateRequest: true } },
} as const satisfies Prisma.ProcessingStepSelect;
export type OtherStepRow = Prisma.ProcessingStepGetPayload<{ select: typeof otherColumns }>;
const otherRow = jsonRow('ProcessingStep', 's', otherColumns);

/** A step with all that its page shows. */
export interface FoundStepFile {
  readonly row: StepFileRow;
  readonly change: StepChange;
  /** Every step of its request. */
  readonly work: readonly StepWork[];
  /** Other steps of the same person that the agent may know of, newest requests first. */
  readonly others: readonly OtherStepRow[];
}

/** What the page of one step shows. */
export function stepFileRepository(db: Db) {
  return {
    /** A step of the agent's organisation with all that hangs on it, in one statement. */
    async find(actor: Actor, stepId: number): Promise<FoundStepFile | undefined> {
      const [found] = await readRows<{
        row: Unread<StepFileRow>;
        change: StepChangeJson;
        work: StepWork[];
        others: Unread<OtherStepRow>[];
      }>(
        db,
        'the file of a step',
        Prisma.sql`
        SELECT (SELECT row_to_json(t) FROM (SELECT ${fileRow.columns}) AS t) AS row,
          ${lastChangeSql} AS change, ${workSql} AS work,
          (SELECT coalesce(json_agg(t), '[]') FROM (
            SELECT ${otherRow.columns}
            FROM requests r JOIN processing_steps s ON s.request_id = r.id
            WHERE r.beneficiary_id = person.id AND s.id <> ${stepId} AND ${stepScopeSql(actor)}
            ORDER BY r.date_request DESC, s.id DESC LIMIT ${mostOthers}) AS t) AS others
        FROM processing_steps s JOIN requests r ON r.id = s.request_id
          JOIN users person ON person.id = r.beneficiary_id
        WHERE s.id = ${stepId} AND ${stepScopeSql(actor)}`,
      );
      if (found === undefined) return undefined;
      const { row, change, work, others } = found;
      return {
        row: fileRow.read(row),
        change: readChange(change),
        work,
        others: others.map(otherRow.read),
      };
    },
  };
}
