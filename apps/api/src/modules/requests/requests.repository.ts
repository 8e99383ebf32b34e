import type { Criterion, Sort } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/db.ts';
import { invitationColumns } from '../../policies/open-invitation.ts';
import { requestScope, stepOwner } from '../../policies/requests.ts';
import { journeyColumns } from '../journeys/index.ts';
import { nameColumns } from '../partners/index.ts';
import { labelColumns } from '../reference/index.ts';
import { requestConditionsSql, requestScopeSql } from './request-criteria.repository.ts';

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

/** A request with the steps of the reading agent's organisation (none for a beneficiary). */
export type RequestWithSteps = RequestRow & { readonly steps: OwnStepRow[] };

export interface Page<F extends string> {
  readonly page: number;
  readonly size: number;
  readonly sort: Sort<F>;
}
export type RequestSortField = 'dateRequest' | 'numRequest' | 'status';

// Fragments of ORDER BY, so that no text of a caller ever reaches it.
const sortColumns: { readonly [F in RequestSortField]: Prisma.Sql } = {
  dateRequest: Prisma.sql`r.date_request`,
  numRequest: Prisma.sql`r.num_request`,
  status: Prisma.sql`r.status`,
};
const directions = { asc: Prisma.sql`ASC`, desc: Prisma.sql`DESC` } as const;

function withStepsOf(actor: Actor) {
  // A beneficiary has no organisation: no step is theirs, and nothing is read.
  return {
    ...requestColumns,
    steps: { where: stepOwner(actor), orderBy: { position: 'asc' }, select: ownStepColumns },
  } as const;
}

/** Requests as screens read them; what an actor may not know of is not found. */
export function requestsRepository(db: Db) {
  return {
    /**
     * One page of the requests the actor may know of, and how many there are in all. The ids come first: what belongs to a
     * row is joined to it, and would be to every row that is sorted or passed over.
     */
    async filter(
      actor: Actor,
      criteria: readonly Criterion[],
      { page, size, sort }: Page<RequestSortField>,
    ): Promise<{ rows: RequestWithSteps[]; total: number }> {
      const matching = Prisma.sql`FROM requests r
        WHERE ${Prisma.join([requestScopeSql(actor), ...requestConditionsSql(criteria)], ' AND ')}`;
      const direction = directions[sort.direction];
      // The id comes last, so that rows of one minute keep their order from page to page.
      const [found] = await db.$queryRaw<{ total: number; ids: number[] }[]>`
        SELECT (SELECT count(*)::int ${matching}) AS total, ARRAY(
          SELECT r.id ${matching} ORDER BY ${sortColumns[sort.field]} ${direction}, r.id ${direction}
          LIMIT ${size} OFFSET ${page * size}) AS ids`;
      const { total, ids } = found ?? { total: 0, ids: [] };
      const rows = await db.supportRequest.findMany({
        where: { id: { in: ids } },
        select: withStepsOf(actor),
      });
      const place = new Map(ids.map((id, index) => [id, index]));
      rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
      return { rows, total };
    },

    async find(actor: Actor, id: number): Promise<RequestWithSteps | undefined> {
      const row = await db.supportRequest.findFirst({
        where: { AND: [{ id }, requestScope(actor)] },
        select: withStepsOf(actor),
      });
      return row ?? undefined;
    },
  };
}
