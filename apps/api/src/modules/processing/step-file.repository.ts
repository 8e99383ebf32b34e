import type { Prisma } from '@wasl/db';
import { sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from 'kysely/helpers/postgres';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import {
  build,
  conditionOn,
  dateOf,
  read,
  type JsonOf,
} from '../../platform/database/statements.repository.ts';
import type { StepWork } from '../../policies/request-actions.ts';
import { isInStepScope } from '../../policies/scopes.repository.ts';
import { itemLabel, labelColumns, stepTitle } from '../reference/index.ts';
import { beneficiary, beneficiaryOf, requestAlone, work } from '../requests/index.ts';
import { feedbacks, readFeedbacks } from './feedback.repository.ts';
import { readStep, stepAlone } from './processing.repository.ts';
import { lastChange, readChange, type StepChange } from './step-change.repository.ts';

/** Limit of other requests of a person on the page. */
const mostOthers = 20;

const onPerson = conditionOn<'u'>();
/** Columns of `processing_steps as s` for its page: JSON for {@link readFile}. */
const fileRow = [
  ...stepAlone,
  's.position',
  's.assigned_at as assignedAt',
  's.processed_at as processedAt',
  's.closed_from_status as closedFromStatus',
  's.awaits_answer_since as awaitsAnswerSince',
  's.documents_arrived_at as documentsArrivedAt',
  's.reminded_at as remindedAt',
  sql<string | null>`to_char(${sql.ref('s.snoozed_until')}, 'YYYY-MM-DD')`.as('snoozedUntil'),
  's.snooze_reason as snoozeReason',
  feedbacks.as('feedbacks'),
  jsonObjectFrom(
    conditionOn<'s'>()
      .selectFrom('requests as r')
      .whereRef('r.id', '=', 's.request_id')
      .select([
        ...requestAlone,
        jsonObjectFrom(
          beneficiaryOf.select([
            ...beneficiary,
            'u.headquarter',
            'u.ice',
            jsonObjectFrom(
              onPerson
                .selectFrom('reference_items as i')
                .whereRef('i.id', '=', 'u.profil_id')
                .select(itemLabel),
            ).as('profil'),
            jsonObjectFrom(
              onPerson
                .selectFrom('reference_items as i')
                .whereRef('i.id', '=', 'u.area_id')
                .select(itemLabel),
            ).as('area'),
            jsonObjectFrom(
              onPerson
                .selectFrom('qualifications as q')
                .whereRef('q.user_id', '=', 'u.id')
                .where('q.replaced_at', 'is', null)
                .limit(sql.lit(1))
                .select([
                  'q.id',
                  'q.commentaire',
                  'q.type_benef as typeBenef',
                  'q.number_of_jobs as numberOfJobs',
                  'q.revenue',
                  'q.project_idea as projectIdea',
                  'q.project_maturity as projectMaturity',
                  'q.expected_number_of_jobs as expectedNumberOfJobs',
                  'q.investment_amount as investmentAmount',
                  'q.revenue_of_project as revenueOfProject',
                  'q.looking_for as lookingFor',
                  'q.looking_for_other_thing as lookingForOtherThing',
                  'q.deja_accompagne as dejaAccompagne',
                  'q.department',
                  'q.service',
                ]),
            ).as('survey'),
          ]),
        )
          .$notNull()
          .as('beneficiary'),
      ]),
  )
    .$notNull()
    .as('request'),
] as const;

function readFile({
  feedbacks: lines,
  assignedAt,
  processedAt,
  remindedAt,
  ...step
}: JsonOf<'s', typeof fileRow>) {
  return {
    ...readStep(step),
    assignedAt: dateOf(assignedAt),
    processedAt: dateOf(processedAt),
    remindedAt: dateOf(remindedAt),
    feedbacks: readFeedbacks(lines),
  };
}
export type StepFileRow = ReturnType<typeof readFile>;

export const otherColumns = {
  id: true,
  status: true,
  titleItem: { select: labelColumns },
  request: { select: { id: true, numRequest: true, dateRequest: true } },
} as const satisfies Prisma.ProcessingStepSelect;
export type OtherStepRow = Prisma.ProcessingStepGetPayload<{ select: typeof otherColumns }>;

export interface FoundStepFile {
  readonly row: StepFileRow;
  readonly change: StepChange;
  /** Every step of its request. */
  readonly work: readonly StepWork[];
  /** Other steps of the same person that the agent may see, newest requests first. */
  readonly others: readonly OtherStepRow[];
}

export function stepFileRepository(db: Db) {
  return {
    /** Reads a step of the agent's organisation with all data of its page, in one statement. */
    async find(actor: Actor, stepId: number): Promise<FoundStepFile | undefined> {
      const query = build
        .selectFrom('processing_steps as s')
        .innerJoin('requests as r', 'r.id', 's.request_id')
        .innerJoin('users as person', 'person.id', 'r.beneficiary_id')
        .where('s.id', '=', stepId)
        .where(isInStepScope(actor))
        .select((eb) => [
          jsonObjectFrom(
            build.selectFrom('processing_steps as s').where('s.id', '=', stepId).select(fileRow),
          )
            .$notNull()
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
                stepTitle,
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
        row: readFile(row),
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
