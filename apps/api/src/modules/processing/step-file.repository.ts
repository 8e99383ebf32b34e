import type { Prisma } from '@wasl/db';
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { jsonRow, type Unread } from '../../platform/database/json-rows.repository.ts';
import { build, read } from '../../platform/database/statements.repository.ts';
import type { StepWork } from '../../policies/request-actions.ts';
import { isInStepScope } from '../../policies/scopes.repository.ts';
import { itemLabel, labelColumns } from '../reference/index.ts';
import { work } from '../requests/index.ts';
import { shownFeedbacks } from './feedback.repository.ts';
import { stepColumns } from './processing.repository.ts';
import { lastChange, readChange, type StepChange } from './step-change.repository.ts';
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
      const query = build
        .selectFrom('processing_steps as s')
        .innerJoin('requests as r', 'r.id', 's.request_id')
        .innerJoin('users as person', 'person.id', 'r.beneficiary_id')
        .where('s.id', '=', stepId)
        .where(isInStepScope(actor))
        .select((eb) => [
          jsonObjectFrom(
            build
              .selectFrom('processing_steps as s')
              .where('s.id', '=', stepId)
              .select(fileRow.members),
          )
            .$castTo<Unread<StepFileRow>>()
            .as('row'),
          lastChange().as('change'),
          work.as('work'),
          jsonArrayFrom(
            eb
              .selectFrom('requests as r')
              .innerJoin('processing_steps as s', 's.request_id', 'r.id')
              .whereRef('r.beneficiary_id', '=', 'person.id')
              .where('s.id', '<>', stepId)
              .where(isInStepScope(actor))
              .orderBy('r.date_request', 'desc')
              .orderBy('s.id', 'desc')
              .limit(mostOthers)
              .select((other) => [
                's.id',
                's.status',
                jsonObjectFrom(
                  other
                    .selectFrom('reference_items as i')
                    .whereRef('i.id', '=', 's.title_item_id')
                    .select(itemLabel),
                )
                  .$notNull()
                  .as('titleItem'),
                jsonBuildObject({
                  id: other.ref('r.id'),
                  numRequest: other.ref('r.num_request'),
                  dateRequest: other.ref('r.date_request'),
                }).as('request'),
              ]),
          ).as('others'),
        ]);
      const [found] = await read(db, 'the file of a step', query);
      if (found === undefined) return undefined;
      const { row, change, others } = found;
      return {
        row: fileRow.read(row),
        change: readChange(change),
        work: found.work,
        others: others.map(({ request, ...other }) => ({
          ...other,
          request: { ...request, dateRequest: new Date(request.dateRequest) },
        })),
      };
    },
  };
}
