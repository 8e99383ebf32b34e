import type { Criterion, Sort } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/db.ts';
import { hiddenFromPartners } from '../../policies/request-actions.ts';
import { requestScope, stepScope } from '../../policies/requests.ts';
import { labelColumns } from '../reference/index.ts';
import {
  ownStepColumns,
  requestColumns,
  requestConditionsSql,
  requestDocumentColumns,
} from '../requests/index.ts';

const stepDocumentColumns = {
  id: true,
  requestedAt: true,
  uploadedAt: true,
  documentItem: { select: labelColumns },
  file: { select: { key: true, originalName: true, size: true } },
} as const satisfies Prisma.StepDocumentSelect;
export type StepDocumentRow = Prisma.StepDocumentGetPayload<{ select: typeof stepDocumentColumns }>;

const stepColumns = {
  id: true,
  taskDefId: true,
  status: true,
  percent: true,
  partnerFeedback: true,
  processingStartDate: true,
  partnerId: true,
  titleItem: { select: labelColumns },
  partner: { select: { id: true, title: true } },
  documents: { orderBy: { id: 'asc' }, select: stepDocumentColumns },
  rating: { select: { beneficiaryRating: true, beneficiaryFeedback: true, createdAt: true } },
} as const satisfies Prisma.ProcessingStepSelect;
export type StepViewRow = Prisma.ProcessingStepGetPayload<{ select: typeof stepColumns }>;

const worklistColumns = {
  ...ownStepColumns,
  request: { select: requestColumns },
} as const satisfies Prisma.ProcessingStepSelect;
export type WorklistRow = Prisma.ProcessingStepGetPayload<{ select: typeof worklistColumns }>;

export type WorklistSortField = 'dateRequest' | 'numRequest' | 'percent';

// Fragments of ORDER BY, so that no text of a caller ever reaches it.
const sortColumns: { readonly [F in WorklistSortField]: Prisma.Sql } = {
  dateRequest: Prisma.sql`r.date_request`,
  numRequest: Prisma.sql`r.num_request`,
  percent: Prisma.sql`s.percent`,
};
// Written out, not as parameters: a plan that is kept for every organisation must know how rare they are.
const hiddenStatuses = Prisma.raw(hiddenFromPartners.map((status) => `'${status}'`).join(', '));
const directions = { asc: Prisma.sql`ASC`, desc: Prisma.sql`DESC` } as const;

/** Processing steps in the database; what an actor may not know of is not found. */
export function processingRepository(db: Db) {
  return {
    async isVisibleRequest(actor: Actor, requestId: number): Promise<boolean> {
      return (
        (await db.supportRequest.count({
          where: { AND: [{ id: requestId }, requestScope(actor)] },
        })) > 0
      );
    },

    /** Steps of a request, in order, and how many there are. */
    async stepsOf(
      requestId: number,
      { page, size }: { page: number; size: number },
    ): Promise<{ rows: StepViewRow[]; total: number }> {
      const [total, rows] = await Promise.all([
        db.processingStep.count({ where: { requestId } }),
        db.processingStep.findMany({
          where: { requestId },
          orderBy: { position: 'asc' },
          skip: page * size,
          take: size,
          select: stepColumns,
        }),
      ]);
      return { rows, total };
    },

    async stepView(id: number): Promise<StepViewRow> {
      return await db.processingStep.findUniqueOrThrow({ where: { id }, select: stepColumns });
    },

    /**
     * The steps assigned to the agent's organisation, one row for each. The ids of the page come by
     * SQL of our own: Prisma joins `requests` twice, and PostgreSQL then sorts every step of the
     * organisation for eight rows (apps/bench/src/lists.ts).
     */
    async worklist(
      actor: Actor,
      criteria: readonly Criterion[],
      { page, size, sort }: { page: number; size: number; sort: Sort<WorklistSortField> },
    ): Promise<{ rows: WorklistRow[]; total: number }> {
      // The same rows as stepScope(actor) gives an agent.
      const where = Prisma.join(
        [
          Prisma.sql`s.partner_id = ${actor.partnerId ?? -1}`,
          Prisma.sql`r.status NOT IN (${hiddenStatuses})`,
          ...requestConditionsSql(criteria),
        ],
        ' AND ',
      );
      const from = Prisma.sql`processing_steps s JOIN requests r ON r.id = s.request_id WHERE ${where}`;
      const direction = directions[sort.direction];
      // Likewise the first pages say how little is wanted; beyond them everything may be sorted.
      const depth = (page + 1) * size;
      const ceiling = depth <= 200 ? 200 : depth <= 2000 ? 2000 : undefined;
      const bound = ceiling === undefined ? Prisma.empty : Prisma.raw(`LIMIT ${String(ceiling)}`);
      const [counted, ids] = await Promise.all([
        db.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total FROM ${from}`,
        db.$queryRaw<{ id: number }[]>`
          SELECT id FROM (
            SELECT s.id FROM ${from}
            ORDER BY ${sortColumns[sort.field]} ${direction}, s.id ${direction} ${bound}
          ) AS first LIMIT ${size} OFFSET ${page * size}`,
      ]);
      const place = new Map(ids.map(({ id }, index) => [id, index]));
      const rows = await db.processingStep.findMany({
        where: { id: { in: [...place.keys()] } },
        select: worklistColumns,
      });
      rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
      return { rows, total: counted[0]?.total ?? 0 };
    },

    /** The request of a step that the actor may act on. */
    async requestIdOf(actor: Actor, stepId: number): Promise<number | undefined> {
      const row = await db.processingStep.findFirst({
        where: { AND: [{ id: stepId }, stepScope(actor)] },
        select: { requestId: true },
      });
      return row?.requestId;
    },

    /** Documents of a step and of its request. */
    async documentsOf(stepId: number) {
      return await db.processingStep.findUniqueOrThrow({
        where: { id: stepId },
        select: {
          documents: { orderBy: { id: 'asc' }, select: stepDocumentColumns },
          request: {
            select: { documents: { orderBy: { id: 'asc' }, select: requestDocumentColumns } },
          },
        },
      });
    },

    /** Document types with these codes that the organisation may ask for. */
    async documentTypes(codes: readonly string[], partnerId: number) {
      return await db.referenceItem.findMany({
        where: {
          parent: 'DOCUMENT',
          active: true,
          code: { in: [...codes] },
          OR: [{ partnerId: null }, { partnerId }],
        },
        select: { id: true, ...labelColumns },
      });
    },

    /** What a mail needs of a step's request. */
    async mailedRequest(id: number) {
      return await db.supportRequest.findUniqueOrThrow({
        where: { id },
        select: {
          id: true,
          numRequest: true,
          beneficiary: {
            select: { email: true, lang: true, nom: true, prenom: true, companyName: true },
          },
        },
      });
    },

    async update(id: number, data: Prisma.ProcessingStepUncheckedUpdateInput): Promise<void> {
      await db.processingStep.update({ where: { id }, data, select: { id: true } });
    },

    /** Documents still expected on the step, in the order in which they were asked for. */
    async expectedDocuments(stepId: number) {
      return await db.stepDocument.findMany({
        where: { stepId, fileId: null },
        orderBy: { id: 'asc' },
        select: { id: true, documentItemId: true, documentItem: { select: labelColumns } },
      });
    },

    async expectDocuments(stepId: number, itemIds: readonly number[], now: Date): Promise<void> {
      await db.stepDocument.createMany({
        data: itemIds.map((documentItemId) => ({ stepId, documentItemId, requestedAt: now })),
      });
    },

    async handIn(documentId: number, fileId: number, now: Date): Promise<void> {
      await db.stepDocument.update({
        where: { id: documentId },
        data: { fileId, uploadedAt: now },
        select: { id: true },
      });
    },

    async rate(
      stepId: number,
      rating: { beneficiaryRating: number; beneficiaryFeedback: string },
      now: Date,
    ): Promise<void> {
      await db.rating.upsert({
        where: { stepId },
        create: { stepId, ...rating, createdAt: now },
        update: rating,
        select: { id: true },
      });
    },
  };
}
