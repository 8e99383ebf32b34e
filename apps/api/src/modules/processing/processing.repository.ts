import type { StepStatus } from '@wasl/contracts';
import { Prisma } from '@wasl/db';

import { mailedPersonColumns } from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { codesSql, type Db } from '../../platform/database/db.ts';
import { writeGathered, type RowWriter } from '../../platform/database/gathered.repository.ts';
import { readRows } from '../../platform/database/reads.repository.ts';
import { stepScope } from '../../policies/requests.ts';
import { stepScopeSql } from '../../policies/scopes.repository.ts';
import { contactColumns, nameColumns } from '../partners/index.ts';
import { labelColumns } from '../reference/index.ts';
import { requestDocumentColumns } from '../requests/index.ts';
import { openStepStatuses } from '../../rules/step-transitions.ts';
import { ownerColumns } from './owner.repository.ts';
import {
  lastChangeSql,
  readChange,
  type StepChange,
  type StepChangeJson,
} from './step-change.repository.ts';

const stepDocumentColumns = {
  id: true,
  requestedAt: true,
  uploadedAt: true,
  documentItem: { select: labelColumns },
  file: { select: { key: true, originalName: true, size: true, scanState: true } },
} as const satisfies Prisma.StepDocumentSelect;
export type StepDocumentRow = Prisma.StepDocumentGetPayload<{ select: typeof stepDocumentColumns }>;

export const stepColumns = {
  id: true,
  taskDefId: true,
  status: true,
  percent: true,
  version: true,
  partnerFeedback: true,
  processingStartDate: true,
  dueOn: true,
  daysLeft: true,
  partnerId: true,
  assigneeId: true,
  assignee: { select: ownerColumns },
  titleItem: { select: labelColumns },
  partner: {
    select: { id: true, ...nameColumns, ...contactColumns, logo: { select: { key: true } } },
  },
  request: { select: { status: true } },
  duplicateOf: { select: { id: true, numRequest: true } },
  documents: { orderBy: { id: 'asc' }, select: stepDocumentColumns },
  rating: { select: { beneficiaryRating: true, beneficiaryFeedback: true, createdAt: true } },
} as const satisfies Prisma.ProcessingStepSelect;
export type StepViewRow = Prisma.ProcessingStepGetPayload<{ select: typeof stepColumns }>;

interface ExpectedDocument {
  readonly stepId: number;
  readonly documentItemId: number;
  readonly requestedAt: Date;
  readonly clientKey: string | null;
}

const expectedDocuments: RowWriter<ExpectedDocument> = (rows) => ({
  documents: Prisma.sql`
    INSERT INTO step_documents (step_id, document_item_id, requested_at, client_key)
    SELECT "stepId", "documentItemId", "requestedAt", "clientKey" FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS d("stepId" int, "documentItemId" int, "requestedAt" timestamptz, "clientKey" uuid)`,
});

/** Processing steps in the database; what an actor may not know of is not found. */
export function processingRepository(db: Db) {
  return {
    async stepView(id: number): Promise<StepViewRow> {
      return await db.processingStep.findUniqueOrThrow({ where: { id }, select: stepColumns });
    },

    /** The request of a step that the actor may act on. */
    async requestIdOf(actor: Actor, stepId: number): Promise<number | undefined> {
      const [row] = await readRows<{ requestId: number }>(
        db,
        'request of a step',
        Prisma.sql`SELECT r.id AS "requestId" FROM processing_steps s JOIN requests r ON r.id = s.request_id
          WHERE s.id = ${stepId} AND ${stepScopeSql(actor)}`,
      );
      return row?.requestId;
    },

    /** The statuses of the requests of these steps, by step, as far as the actor may act on them. */
    async requestStatusesOf(actor: Actor, stepIds: readonly number[]) {
      const rows = await db.processingStep.findMany({
        where: { AND: [{ id: { in: [...stepIds] } }, stepScope(actor)] },
        select: { id: true, request: { select: { status: true } } },
      });
      return new Map(rows.map(({ id, request }) => [id, request.status]));
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
            select: mailedPersonColumns,
          },
        },
      });
    },

    /** Who last changed what the step's version counts, and when. */
    async lastChange(requestId: number, stepId: number): Promise<StepChange> {
      const [found] = await db.$queryRaw<{ change: StepChangeJson }[]>`
        SELECT ${lastChangeSql} AS change FROM processing_steps s
        WHERE s.id = ${stepId} AND s.request_id = ${requestId}`;
      return readChange(found?.change ?? null);
    },

    /** Documents expected on the step, in the order in which they were asked for, and those whose file has a virus. */
    async expectedDocuments(stepId: number) {
      return await db.stepDocument.findMany({
        where: { stepId, OR: [{ fileId: null }, { file: { scanState: 'INFECTED' } }] },
        orderBy: { id: 'asc' },
        select: {
          id: true,
          documentItem: { select: labelColumns },
          file: { select: { id: true, key: true } },
        },
      });
    },

    /** At the end of the transaction. */
    async expectDocuments(
      stepId: number,
      itemIds: readonly number[],
      requestedAt: Date,
      clientKey: string | null = null,
    ): Promise<void> {
      await writeGathered(
        db,
        expectedDocuments,
        itemIds.map((documentItemId) => ({ stepId, documentItemId, requestedAt, clientKey })),
      );
    },

    /** Asks again for the document that this file is, where its step is open and does not await it already. */
    async expectAgain(fileId: number, requestedAt: Date): Promise<void> {
      await db.$executeRaw`
        INSERT INTO step_documents (step_id, document_item_id, requested_at)
        SELECT d.step_id, d.document_item_id, ${requestedAt}
        FROM step_documents d JOIN processing_steps s ON s.id = d.step_id
        WHERE d.file_id = ${fileId} AND s.status IN (${codesSql(openStepStatuses)})
        ON CONFLICT DO NOTHING`;
    },

    async dropDocument(documentId: number): Promise<void> {
      await db.stepDocument.delete({ where: { id: documentId }, select: { id: true } });
    },

    /** Whether something was asked for on the step with this key, received or not. */
    async isAskedBy(stepId: number, clientKey: string): Promise<boolean> {
      return (await db.stepDocument.count({ where: { stepId, clientKey } })) > 0;
    },

    async handIn(documentId: number, fileId: number, now: Date): Promise<void> {
      await db.stepDocument.update({
        where: { id: documentId },
        data: {
          file: { connect: { id: fileId } },
          uploadedAt: now,
          step: { update: { version: { increment: 1 } } },
        },
        select: { id: true },
      });
    },

    /** The organisation can go on with the step; `handIn` has counted the change. */
    async resume(stepId: number, status: StepStatus): Promise<void> {
      await db.processingStep.update({
        where: { id: stepId },
        data: { status },
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
