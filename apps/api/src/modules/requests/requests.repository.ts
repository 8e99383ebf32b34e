import type { Criterion, Sort } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/db.ts';
import { requestScope, stepOwner } from '../../policies/requests.ts';
import { journeyColumns } from '../journeys/index.ts';
import { nameColumns } from '../partners/index.ts';
import { labelColumns } from '../reference/index.ts';
import { requestConditions } from './request-criteria.repository.ts';

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

// The id comes last, so that rows of one minute keep their order from page to page.
const orderings: {
  readonly [F in RequestSortField]: (
    direction: 'asc' | 'desc',
  ) => Prisma.SupportRequestOrderByWithRelationInput;
} = {
  dateRequest: (direction) => ({ dateRequest: direction }),
  numRequest: (direction) => ({ numRequest: direction }),
  status: (direction) => ({ status: direction }),
};

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
    /** One page of the requests the actor may know of, and how many there are in all. */
    async filter(
      actor: Actor,
      criteria: readonly Criterion[],
      { page, size, sort }: Page<RequestSortField>,
    ): Promise<{ rows: RequestWithSteps[]; total: number }> {
      const where: Prisma.SupportRequestWhereInput = {
        AND: [requestScope(actor), ...requestConditions(criteria)],
      };
      const [total, rows] = await Promise.all([
        db.supportRequest.count({ where }),
        db.supportRequest.findMany({
          where,
          orderBy: [orderings[sort.field](sort.direction), { id: sort.direction }],
          skip: page * size,
          take: size,
          select: withStepsOf(actor),
        }),
      ]);
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
