import type { RequestStatus } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import {
  columnsSql,
  membersSql,
  withDates,
  type AsJson,
} from '../../platform/json-rows.repository.ts';
import { invitationColumns } from '../../policies/open-invitation.ts';
import type { StepWork } from '../../policies/request-actions.ts';
import { storedStatusOf } from '../../policies/request-status.ts';
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
  file: { select: { key: true, originalName: true, size: true } },
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
      nom: true,
      prenom: true,
      companyName: true,
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

const { beneficiary, services } = requestColumns;
/** What every reader reads of one row of `requests r`. Made once: putting the text together costs as much as sending it. */
const shared = Prisma.sql`${columnsSql('r', requestColumns)},
    (SELECT json_build_object(${membersSql('b', beneficiary.select)}) FROM users b WHERE b.id = r.beneficiary_id) AS beneficiary,
    (SELECT json_build_object('partner', json_build_object(${membersSql('p', nameColumns)}))
      FROM imports i JOIN partners p ON p.id = i.partner_id WHERE i.id = r.import_id) AS import,
    (SELECT json_build_object(${membersSql('j', journeyColumns)},
        'conditions', (SELECT coalesce(json_agg(json_build_object(${membersSql('c', journeyColumns.conditions.select)}) ORDER BY c.position), '[]')
          FROM eligibility_conditions c WHERE c.journey_def_id = j.id),
        'settings', (SELECT coalesce(json_agg(json_build_object(${membersSql('e', journeyColumns.settings.select)}) ORDER BY e.id), '[]')
          FROM journey_def_settings e WHERE e.journey_def_id = j.id))
      FROM journey_defs j WHERE j.id = r.journey_def_id) AS "journeyDef",
    (SELECT coalesce(json_agg(json_build_object('item', json_build_object(${membersSql('i', services.select.item.select)}))), '[]')
      FROM request_services x JOIN reference_items i ON i.id = x.item_id WHERE x.request_id = r.id) AS services,
    (SELECT coalesce(json_agg(json_build_object(${membersSql('x', requestDocumentColumns)},
        'file', json_build_object(${membersSql('f', requestDocumentColumns.file.select)})) ORDER BY x.id), '[]')
      FROM request_documents x JOIN stored_files f ON f.id = x.file_id WHERE x.request_id = r.id) AS documents`;
const withoutSteps = Prisma.sql`${shared}, '[]'::json AS steps, '[]'::json AS work`;
const ownSteps = Prisma.sql`
  SELECT coalesce(json_agg(json_build_object(${membersSql('s', ownStepColumns)},
      'titleItem', json_build_object(${membersSql('t', labelColumns)})) ORDER BY s.position), '[]')
    FROM processing_steps s JOIN reference_items t ON t.id = s.title_item_id
    WHERE s.request_id = r.id AND s.status <> 'DECLINED' AND s.partner_id =`;
const everyStep = Prisma.sql`
  SELECT coalesce(json_agg(json_build_object('partnerId', s.partner_id, 'status', s.status, 'isWrittenOn', ${isWrittenOn})), '[]')
    FROM processing_steps s WHERE s.request_id = r.id`;

/**
 * A {@link ReadRequest} as the columns of one row of `requests r`, with everything that belongs to it: the client's own
 * statement for the same takes longer to be read. Turn the row into JSON, and that into a row by {@link readRequest}.
 */
export function requestRowSql(actor: Actor): Prisma.Sql {
  return actor.role === 'BENEFICIAIRE'
    ? withoutSteps
    : Prisma.sql`${shared}, (${ownSteps} ${actor.partnerId ?? -1}) AS steps, (${everyStep}) AS work`;
}

type Beneficiary = RequestRow['beneficiary'];
type Journey = NonNullable<RequestRow['journeyDef']>;
/** A row of {@link requestRowSql} as JSON: days and instants are text, the status is the wire's. */
export type RequestJson = Omit<AsJson<ReadRequest>, 'status' | 'beneficiary' | 'journeyDef'> & {
  readonly status: RequestStatus;
  readonly beneficiary: AsJson<Beneficiary>;
  readonly journeyDef: AsJson<Journey> | null;
};

/** The row as the client would have read it. */
export function readRequest(json: RequestJson): ReadRequest {
  const { journeyDef, beneficiary } = json;
  return {
    ...json,
    dateRequest: new Date(json.dateRequest),
    status: storedStatusOf(json.status),
    beneficiary: withDates<Beneficiary>(beneficiary, {
      createdAt: true,
      disabledAt: true,
      emailConfirmedAt: true,
      invitedAgainAt: true,
    }),
    journeyDef: journeyDef && withDates<Journey>(journeyDef, { startDate: true, endDate: true }),
  };
}
