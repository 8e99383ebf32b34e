import { Prisma } from '@wasl/db';

import { personNameColumns } from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { jsonRow, type Unread } from '../../platform/database/json-rows.repository.ts';
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

/** Of `processing_steps s`: somebody has written on it. */
export const isWrittenOn = Prisma.sql`(EXISTS (SELECT 1 FROM step_messages m WHERE m.step_id = s.id)
  OR EXISTS (SELECT 1 FROM step_notes n WHERE n.step_id = s.id))`;

/** Made once: putting the text together costs as much as sending it. */
const requestRow = jsonRow('SupportRequest', 'r', requestColumns);
const ownStep = jsonRow('ProcessingStep', 's', ownStepColumns);
const withoutSteps = Prisma.sql`${requestRow.columns}, '[]'::json AS steps, '[]'::json AS work`;
const ownSteps = Prisma.sql`
  SELECT coalesce(json_agg(o), '[]') FROM (
    SELECT ${ownStep.columns} FROM processing_steps s
    WHERE s.request_id = r.id AND s.status <> 'DECLINED' AND s.partner_id =`;

/** Every step of `requests r`, and whether somebody has written on it: what sending back depends on. */
export const workSql = Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object('partnerId', s.partner_id, 'status', s.status, 'isWrittenOn', ${isWrittenOn})), '[]')
    FROM processing_steps s WHERE s.request_id = r.id)`;

/** A {@link ReadRequest} as the columns of one row of `requests r`: turn the row into JSON, and that into a row by {@link readRequest}. */
export function requestRowSql(actor: Actor): Prisma.Sql {
  return actor.role === 'BENEFICIAIRE'
    ? withoutSteps
    : Prisma.sql`${requestRow.columns}, (${ownSteps} ${actor.partnerId ?? -1} ORDER BY s.position) AS o) AS steps,
        ${workSql} AS work`;
}

/** The row as the client would have read it. */
export const readRequest: (json: Unread<ReadRequest>) => ReadRequest = requestRow.read;
