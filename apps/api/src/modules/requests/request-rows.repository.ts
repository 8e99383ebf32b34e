import type { Prisma } from '@wasl/db';
import {
  type AliasedExpression,
  type Expression,
  type RawBuilder,
  sql,
  type SqlBool,
} from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import { personNameColumns } from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { jsonRow, type Unread } from '../../platform/database/json-rows.repository.ts';
import { conditionOn } from '../../platform/database/statements.repository.ts';
import { invitationColumns } from '../../policies/open-invitation.ts';
import type { StepWork } from '../../policies/request-actions.ts';
import { journeyColumns } from '../journeys/index.ts';
import { nameColumns } from '../partners/index.ts';
import { labelColumns } from '../reference/index.ts';

/** A step as the row of its request shows it. */
export const ownStepColumns = {
  id: true,
  position: true,
  status: true,
  percent: true,
  partnerId: true,
  partnerFeedback: true,
  titleItem: { select: labelColumns },
} as const satisfies Prisma.ProcessingStepSelect;
export type OwnStepRow = Prisma.ProcessingStepGetPayload<{ select: typeof ownStepColumns }>;

export const requestDocumentColumns = {
  code: true,
  simulationId: true,
  rulesVersion: true,
  file: { select: { key: true, originalName: true, size: true, scanState: true } },
} as const satisfies Prisma.RequestDocumentSelect;

/** What the specification's Request is presented from. */
export const requestColumns = {
  id: true,
  numRequest: true,
  beneficiaryId: true,
  description: true,
  urlVideo: true,
  status: true,
  observation: true,
  percent: true,
  dateRequest: true,
  agreement: true,
  isDateStated: true,
  import: { select: { partner: { select: nameColumns } } },
  beneficiary: {
    select: {
      ...personNameColumns,
      typeBeneficiaire: true,
      email: true,
      address: true,
      city: true,
      province: true,
      phone: true,
      ...invitationColumns,
    },
  },
  journeyDef: { select: journeyColumns },
  services: { select: { item: { select: { position: true, ...labelColumns } } } },
  documents: { orderBy: { id: 'asc' }, select: requestDocumentColumns },
} as const satisfies Prisma.SupportRequestSelect;
export type RequestRow = Prisma.SupportRequestGetPayload<{ select: typeof requestColumns }>;
export type RequestDocumentRow = RequestRow['documents'][number];

/** A request for its reader. */
export type ReadRequest = RequestRow & {
  /** Those of the reading agent's organisation, in their order; none for a beneficiary. */
  readonly steps: readonly OwnStepRow[];
  /** Every step, for an agent: a beneficiary's abilities do not depend on them. */
  readonly work: readonly StepWork[];
};

/** Of `processing_steps as s`: somebody has written on it. */
export function isStepWrittenOn(): Expression<SqlBool> {
  const eb = conditionOn<'s'>();
  return eb.or([
    eb.exists(
      eb.selectFrom('step_messages as m').whereRef('m.step_id', '=', 's.id').select('m.id'),
    ),
    eb.exists(eb.selectFrom('step_notes as n').whereRef('n.step_id', '=', 's.id').select('n.id')),
  ]);
}

/** Made once: putting the text together costs as much as sending it. */
const requestRow = jsonRow('SupportRequest', 'r', requestColumns);
const ownStep = jsonRow('ProcessingStep', 's', ownStepColumns);
const stepsOfRequest = conditionOn<'r'>()
  .selectFrom('processing_steps as s')
  .whereRef('s.request_id', '=', 'r.id');

/** Every step of `requests as r`, and whether somebody has written on it: what sending back depends on. */
export const work: RawBuilder<StepWork[]> = jsonArrayFrom(
  stepsOfRequest.select([
    's.partner_id as partnerId',
    's.status',
    sql<boolean>`${isStepWrittenOn()}`.as('isWrittenOn'),
  ]),
);

/** A {@link ReadRequest} as the columns of one row of `requests as r`: turn the row into JSON, and that into a row by {@link readRequest}. */
export function requestMembers(actor: Actor): readonly AliasedExpression<unknown, string>[] {
  if (actor.role === 'BENEFICIAIRE') {
    const none = sql`'[]'::json`;
    return [...requestRow.members, none.as('steps'), none.as('work')];
  }
  const steps = stepsOfRequest
    .where('s.status', '<>', sql.lit('DECLINED'))
    .where('s.partner_id', '=', actor.partnerId ?? -1)
    .orderBy('s.position')
    .select(ownStep.members);
  return [...requestRow.members, jsonArrayFrom(steps).as('steps'), work.as('work')];
}

/** The row as the client would have read it. */
export const readRequest: (json: Unread<ReadRequest>) => ReadRequest = requestRow.read;
