import type { Prisma } from '@wasl/db';
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import { personName } from '../../platform/database/person-name.ts';
import { conditionOn, type JsonOf } from '../../platform/database/statements.repository.ts';
import { invited } from '../../policies/open-invitation.ts';
import { storedStatus } from '../../policies/request-status.ts';
import type { Reader } from '../../policies/scopes.repository.ts';
import type { StepWork } from '../../policies/request-actions.ts';
import { journey, type Answer } from '../journeys/index.ts';
import { partnerName } from '../partners/index.ts';
import { itemLabel, stepTitle } from '../reference/index.ts';

const onRequest = conditionOn<'r'>();
/** Columns of `processing_steps as s` in the row of its request. */
export const ownStep = [
  's.id',
  's.position',
  's.status',
  's.percent',
  's.partner_id as partnerId',
  's.partner_feedback as partnerFeedback',
  stepTitle,
] as const;
export type OwnStepRow = JsonOf<'s', typeof ownStep>;

export const requestDocumentColumns = {
  code: true,
  simulationId: true,
  rulesVersion: true,
  file: { select: { key: true, originalName: true, size: true, scanState: true } },
} as const satisfies Prisma.RequestDocumentSelect;
export type RequestDocumentRow = Prisma.RequestDocumentGetPayload<{
  select: typeof requestDocumentColumns;
}>;
export const requestDocuments = jsonArrayFrom(
  onRequest
    .selectFrom('request_documents as d')
    .whereRef('d.request_id', '=', 'r.id')
    .orderBy('d.id')
    .select((document) => [
      'd.code',
      'd.simulation_id as simulationId',
      'd.rules_version as rulesVersion',
      jsonObjectFrom(
        document
          .selectFrom('stored_files as f')
          .whereRef('f.id', '=', 'd.file_id')
          .select([
            'f.key',
            'f.original_name as originalName',
            'f.size',
            'f.scan_state as scanState',
          ]),
      )
        .$notNull()
        .as('file'),
    ]),
).as('documents');

/** Columns of `users as u` that a request shows of its owner. */
export const beneficiary = [
  ...personName,
  'u.type_beneficiaire as typeBeneficiaire',
  'u.email',
  'u.address',
  'u.city',
  'u.province',
  'u.phone',
  ...invited,
] as const;
export const beneficiaryOf = onRequest
  .selectFrom('users as u')
  .whereRef('u.id', '=', 'r.beneficiary_id');

/** Columns of `requests as r` for the specification's Request, without its owner. */
export const requestAlone = [
  'r.id',
  'r.num_request as numRequest',
  'r.beneficiary_id as beneficiaryId',
  'r.description',
  'r.url_video as urlVideo',
  sql<readonly Answer[]>`r.answers`.as('answers'),
  storedStatus,
  'r.observation',
  'r.percent',
  'r.date_request as dateRequest',
  'r.agreement',
  'r.is_date_stated as isDateStated',
  jsonObjectFrom(
    onRequest
      .selectFrom('imports as f')
      .whereRef('f.id', '=', 'r.import_id')
      .select((file) =>
        jsonObjectFrom(
          file
            .selectFrom('partners as p')
            .whereRef('p.id', '=', 'f.partner_id')
            .select(partnerName),
        )
          .$notNull()
          .as('partner'),
      ),
  ).as('import'),
  jsonObjectFrom(
    onRequest
      .selectFrom('journey_defs as j')
      .whereRef('j.id', '=', 'r.journey_def_id')
      .select(journey),
  ).as('journeyDef'),
  jsonArrayFrom(
    onRequest
      .selectFrom('request_services as x')
      .innerJoin('reference_items as i', 'i.id', 'x.item_id')
      .whereRef('x.request_id', '=', 'r.id')
      .select(['i.position', ...itemLabel]),
  ).as('services'),
  requestDocuments,
] as const;
export const requestRow = [
  ...requestAlone,
  jsonObjectFrom(beneficiaryOf.select(beneficiary)).$notNull().as('beneficiary'),
] as const;
/** As JSON, in which instants and days are text. */
export type RequestRow = JsonOf<'r', typeof requestRow>;

export type ReadRequest = RequestRow & {
  /** Steps of the reading agent's organisation, in order; empty for a beneficiary. */
  readonly steps: readonly OwnStepRow[];
  /** Every step, for an agent; empty for a beneficiary, whose abilities do not depend on steps. */
  readonly work: readonly StepWork[];
  /** Every step as its owner reads it; empty for an agent. */
  readonly summaries: readonly StepSummaryRow[];
};

/** Condition on `processing_steps as s`: the step has a message or a note. */
export function isStepWrittenOn(): Expression<SqlBool> {
  const eb = conditionOn<'s'>();
  return eb.or([
    eb('s.last_message_at', 'is not', null),
    eb.exists(eb.selectFrom('step_notes as n').whereRef('n.step_id', '=', 's.id').select('n.id')),
  ]);
}

const stepsOfRequest = onRequest
  .selectFrom('processing_steps as s')
  .whereRef('s.request_id', '=', 'r.id');

/** Every step of `requests as r`, and whether it has messages or notes. Sending back depends on it. */
export const work: RawBuilder<StepWork[]> = jsonArrayFrom(
  stepsOfRequest.select([
    's.partner_id as partnerId',
    's.status',
    sql<boolean>`${isStepWrittenOn()}`.as('isWrittenOn'),
  ]),
);

/** Of `processing_steps as s`, for its owner; see the contract. */
export const messageToAnswer = sql<string | null>`${conditionOn<'s'>()
  .selectFrom('step_messages as m')
  .whereRef('m.step_id', '=', 's.id')
  .orderBy('m.id', 'desc')
  .limit(sql.lit(1))
  .select((message) =>
    message
      .case()
      .when(
        message.and([
          message('m.author_role', '=', sql.lit('PARTENAIRE')),
          message.or([
            message('m.read_at', 'is', null),
            sql<SqlBool>`${message.ref('m.body')} ~ '[?؟]'`,
          ]),
        ]),
      )
      .then(message.ref('m.body'))
      .end()
      .as('body'),
  )}`;

const summaries = jsonArrayFrom(
  stepsOfRequest
    .innerJoin('partners as p', 'p.id', 's.partner_id')
    .orderBy('s.position')
    .select((step) => [
      's.id',
      's.status',
      's.partner_feedback as partnerFeedback',
      stepTitle,
      ...partnerName,
      jsonArrayFrom(
        step
          .selectFrom('step_documents as d')
          .innerJoin('reference_items as i', 'i.id', 'd.document_item_id')
          .whereRef('d.step_id', '=', 's.id')
          .where('d.file_id', 'is', null)
          .orderBy('d.id')
          .select(itemLabel),
      ).as('awaited'),
      step
        .selectFrom('step_feedbacks as f')
        .whereRef('f.step_id', '=', 's.id')
        .where('f.kind', '=', sql.lit('BLOCKED'))
        .orderBy('f.id', 'desc')
        .limit(sql.lit(1))
        .select('f.text')
        .as('blockedBecause'),
      sql<boolean>`exists ${step.selectFrom('ratings as x').whereRef('x.step_id', '=', 's.id').select('x.step_id')}`.as(
        'isRated',
      ),
      messageToAnswer.as('messageToAnswer'),
    ]),
);
export type StepSummaryRow = NonNullable<(typeof summaries)['expressionType']>[number];
/** Every step of `requests as r` as its owner reads it, in order. */
export const stepSummaries: RawBuilder<StepSummaryRow[]> = summaries;

const noSteps = sql<never[]>`'[]'::json`.as('steps');
const noWork = sql<never[]>`'[]'::json`.as('work');
const noSummaries = sql<StepSummaryRow[]>`'[]'::json`.as('summaries');

/** {@link ReadRequest} as the columns of one row of `requests as r`, to be converted to JSON. */
export function requestMembers(actor: Pick<Reader, 'role' | 'partnerId'>) {
  if (actor.role === 'BENEFICIAIRE')
    return [...requestRow, noSteps, noWork, stepSummaries.as('summaries')] as const;
  const steps = stepsOfRequest
    .where('s.status', '<>', sql.lit('DECLINED'))
    .where('s.partner_id', '=', actor.partnerId ?? -1)
    .orderBy('s.position')
    .select(ownStep);
  return [...requestRow, jsonArrayFrom(steps).as('steps'), work.as('work'), noSummaries] as const;
}
