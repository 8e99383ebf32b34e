import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import { personName } from '../../platform/database/person-name.ts';
import { conditionOn, dateOf, type JsonOf } from '../../platform/database/statements.repository.ts';
import { storedStatus } from '../../policies/request-status.ts';
import type { StepWork } from '../../policies/request-actions.ts';
import type { Answer } from '../journeys/index.ts';
import { stepTitle } from '../reference/index.ts';
import { beneficiaryOf, ownStep, requestRow } from '../requests/index.ts';
import { owner } from './owner.repository.ts';

const onStep = conditionOn<'s'>();
const requestOf = onStep.selectFrom('requests as r').whereRef('r.id', '=', 's.request_id');
const aged = [
  's.assigned_at as assignedAt',
  's.processed_at as processedAt',
  's.due_on as dueOn',
  's.days_left as daysLeft',
  jsonObjectFrom(
    onStep.selectFrom('users as u').whereRef('u.id', '=', 's.assignee_id').select(owner),
  ).as('assignee'),
  // Awaited documents.
  jsonArrayFrom(
    onStep
      .selectFrom('step_documents as d')
      .whereRef('d.step_id', '=', 's.id')
      .where('d.file_id', 'is', null)
      .select('d.id'),
  ).as('documents'),
] as const;

/** Columns of `processing_steps as s` for a row of the list: JSON for {@link readAged}. */
export const listedStep = [
  ...ownStep,
  ...aged,
  's.closed_from_status as closedFromStatus',
  's.awaits_answer_since as awaitsAnswerSince',
  's.documents_arrived_at as documentsArrivedAt',
  sql<string | null>`to_char(${sql.ref('s.snoozed_until')}, 'YYYY-MM-DD')`.as('snoozedUntil'),
  's.snooze_reason as snoozeReason',
  jsonObjectFrom(requestOf.select(requestRow)).$notNull().as('request'),
] as const;
export type WorklistRow = Aged<JsonOf<'s', typeof listedStep>>;
/** With every step of its request, which decide on the permitted actions. */
export type ListedRow = WorklistRow & { readonly work: readonly StepWork[] };

/** Columns of `processing_steps as s` for the export: JSON for {@link readAged}. */
export const exportedStep = [
  's.id',
  's.status',
  's.percent',
  ...aged,
  jsonObjectFrom(
    onStep
      .selectFrom('ratings as g')
      .whereRef('g.step_id', '=', 's.id')
      .select([
        'g.beneficiary_rating as beneficiaryRating',
        'g.beneficiary_feedback as beneficiaryFeedback',
      ]),
  ).as('rating'),
  stepTitle,
  jsonObjectFrom(
    requestOf.select([
      'r.id',
      'r.num_request as numRequest',
      'r.date_request as dateRequest',
      storedStatus,
      'r.description',
      sql<readonly Answer[]>`r.answers`.as('answers'),
      jsonObjectFrom(
        beneficiaryOf.select([...personName, 'u.email', 'u.phone', 'u.city', 'u.province']),
      )
        .$notNull()
        .as('beneficiary'),
    ]),
  )
    .$notNull()
    .as('request'),
] as const;
export type ExportedStep = Aged<JsonOf<'s', typeof exportedStep>>;

type AgeMember = 'assignedAt' | 'processedAt' | 'dueOn';
type Aged<Row> = Omit<Row, AgeMember> & { readonly [M in AgeMember]: Date | null };
/** Parses the days and instants of a row. */
export const readAged = <Row extends { readonly [M in AgeMember]: string | null }>({
  assignedAt,
  processedAt,
  dueOn,
  ...row
}: Row): Aged<Row> => ({
  ...row,
  assignedAt: dateOf(assignedAt),
  processedAt: dateOf(processedAt),
  dueOn: dateOf(dueOn),
});
