import type { StepStatus } from '@wasl/contracts';
import type { Prisma } from '@wasl/db';
import { type Expression, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import { mailedPersonColumns } from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import type { RowWriter } from '../../platform/database/row-writers.repository.ts';
import { rowSet, rowsOf, type Rows } from '../../platform/database/row-sets.repository.ts';
import {
  build,
  conditionOn,
  dateOf,
  prepared,
  read,
  rows,
  type JsonOf,
  type Placeholders,
} from '../../platform/database/statements.repository.ts';
import { storedStatus } from '../../policies/request-status.ts';
import { stepScope } from '../../policies/requests.ts';
import { isInStepScope } from '../../policies/scopes.repository.ts';
import {
  contactColumns,
  nameColumns,
  organisationContact,
  partnerName,
} from '../partners/index.ts';
import { itemLabel, labelColumns, stepTitle } from '../reference/index.ts';
import { requestDocumentColumns } from '../requests/index.ts';
import { openStepStatuses } from '../../rules/step-transitions.ts';
import { reminderAllowedSince } from './rules/reminding.ts';
import { owner, ownerColumns } from './owner.repository.ts';
import { lastChange, readChange, type StepChange } from './step-change.repository.ts';

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
const onStep = conditionOn<'s'>();
const onPartner = conditionOn<'p'>();
/** The same of `processing_steps as s` without its request, in a Kysely statement: JSON for {@link readStep}. */
export const stepAlone = [
  's.id',
  's.task_def_id as taskDefId',
  's.status',
  's.percent',
  's.version',
  's.partner_feedback as partnerFeedback',
  's.processing_start_date as processingStartDate',
  's.due_on as dueOn',
  's.days_left as daysLeft',
  's.partner_id as partnerId',
  's.assignee_id as assigneeId',
  jsonObjectFrom(
    onStep.selectFrom('users as u').whereRef('u.id', '=', 's.assignee_id').select(owner),
  ).as('assignee'),
  stepTitle,
  jsonObjectFrom(
    onStep
      .selectFrom('partners as p')
      .whereRef('p.id', '=', 's.partner_id')
      .select([
        'p.id',
        ...partnerName,
        ...organisationContact,
        jsonObjectFrom(
          onPartner
            .selectFrom('stored_files as f')
            .whereRef('f.id', '=', 'p.logo_file_id')
            .select('f.key'),
        ).as('logo'),
      ]),
  )
    .$notNull()
    .as('partner'),
  jsonObjectFrom(
    onStep
      .selectFrom('requests as other')
      .whereRef('other.id', '=', 's.duplicate_of_id')
      .select(['other.id', 'other.num_request as numRequest']),
  ).as('duplicateOf'),
  jsonArrayFrom(
    onStep
      .selectFrom('step_documents as d')
      .whereRef('d.step_id', '=', 's.id')
      .orderBy('d.id')
      .select((document) => [
        'd.id',
        'd.requested_at as requestedAt',
        'd.uploaded_at as uploadedAt',
        jsonObjectFrom(
          document
            .selectFrom('reference_items as i')
            .whereRef('i.id', '=', 'd.document_item_id')
            .select(itemLabel),
        )
          .$notNull()
          .as('documentItem'),
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
        ).as('file'),
      ]),
  ).as('documents'),
  jsonObjectFrom(
    onStep
      .selectFrom('ratings as g')
      .whereRef('g.step_id', '=', 's.id')
      .select([
        'g.beneficiary_rating as beneficiaryRating',
        'g.beneficiary_feedback as beneficiaryFeedback',
        'g.created_at as createdAt',
      ]),
  ).as('rating'),
] as const;
export const stepView = [
  ...stepAlone,
  jsonObjectFrom(
    onStep.selectFrom('requests as r').whereRef('r.id', '=', 's.request_id').select(storedStatus),
  )
    .$notNull()
    .as('request'),
] as const;
export const stepViewOf = (stepId: Expression<number>) =>
  jsonObjectFrom(
    build.selectFrom('processing_steps as s').where('s.id', '=', stepId).select(stepView),
  ).$notNull();

/** Parses the days and instants of a row, and keeps its other columns. */
export function readStep<Row extends JsonOf<'s', typeof stepAlone>>({
  processingStartDate,
  dueOn,
  documents,
  rating,
  ...step
}: Row) {
  return {
    ...step,
    processingStartDate: dateOf(processingStartDate),
    dueOn: dateOf(dueOn),
    documents: documents.map(({ requestedAt, uploadedAt, ...document }) => ({
      ...document,
      requestedAt: new Date(requestedAt),
      uploadedAt: dateOf(uploadedAt),
    })),
    rating: rating && {
      beneficiaryRating: rating.beneficiaryRating,
      beneficiaryFeedback: rating.beneficiaryFeedback,
      createdAt: new Date(rating.createdAt),
    },
  };
}

interface ExpectedDocument {
  readonly stepId: number;
  readonly documentItemId: number;
  readonly requestedAt: Date;
  readonly clientKey: string | null;
}

const insertDocuments = prepared(({ json }: Placeholders<Rows<ExpectedDocument>>) =>
  build
    .insertInto('step_documents')
    .columns(['step_id', 'document_item_id', 'requested_at', 'client_key'])
    .expression((eb) =>
      eb
        .selectFrom(
          rowSet('d', json, {
            stepId: 'int',
            documentItemId: 'int',
            requestedAt: 'timestamptz',
            clientKey: 'uuid',
          }),
        )
        .selectAll(),
    ),
);
export const expectedDocuments: RowWriter<ExpectedDocument> = (documents) => ({
  documents: insertDocuments(rowsOf(documents)),
});

function stepReads(db: Db) {
  return {
    async stepView(id: number): Promise<StepViewRow> {
      return await db.processingStep.findUniqueOrThrow({ where: { id }, select: stepColumns });
    },

    /** The request of a step that the actor may act on; else undefined. */
    async requestIdOf(actor: Actor, stepId: number): Promise<number | undefined> {
      const query = build
        .selectFrom('processing_steps as s')
        .innerJoin('requests as r', 'r.id', 's.request_id')
        .where('s.id', '=', stepId)
        .where(isInStepScope(actor))
        .select('r.id as requestId');
      const [row] = await read(db, 'request of a step', query);
      return row?.requestId;
    },

    /** The requests of these steps, by step id. Steps that the actor may not act on are missing. */
    async requestsOf(actor: Actor, stepIds: readonly number[]) {
      const found = await db.processingStep.findMany({
        where: { AND: [{ id: { in: [...stepIds] } }, stepScope(actor)] },
        select: {
          id: true,
          request: { select: { id: true, status: true, beneficiaryId: true } },
        },
      });
      return new Map(found.map(({ id, request }) => [id, request]));
    },

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

    /** The author and time of the last change that the step's version counts. */
    async lastChange(requestId: number, stepId: number): Promise<StepChange> {
      const query = build
        .selectFrom('processing_steps as s')
        .where('s.id', '=', stepId)
        .where('s.request_id', '=', requestId)
        .select(lastChange().as('change'));
      const [found] = await rows(db, query);
      return readChange(found?.change ?? null);
    },
  };
}

function stepDocuments(db: Db) {
  return {
    /** Documents expected on the step, in the order in which they were asked for, including files with a virus. */
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

    /** Asks again for the document of this file, when its step is open and does not await the document already. */
    async expectAgain(fileId: number, requestedAt: Date): Promise<void> {
      const query = build
        .insertInto('step_documents')
        .columns(['step_id', 'document_item_id', 'requested_at'])
        .expression((eb) =>
          eb
            .selectFrom('step_documents as d')
            .innerJoin('processing_steps as s', 's.id', 'd.step_id')
            .where('d.file_id', '=', fileId)
            .where(
              's.status',
              'in',
              openStepStatuses.map((code) => sql.lit(code)),
            )
            .select([
              'd.step_id',
              'd.document_item_id',
              sql<Date>`${requestedAt}::timestamptz`.as('requested_at'),
            ]),
        )
        .onConflict((document) => document.doNothing());
      await rows(db, query);
    },

    /** Removes an expected document from the step, as a new version. */
    async withdrawDocument(stepId: number, documentId: number): Promise<void> {
      await db.processingStep.update({
        where: { id: stepId },
        data: { version: { increment: 1 }, documents: { delete: { id: documentId } } },
        select: { id: true },
      });
    },

    /** Snoozes the file, or wakes it with null. @returns whether something changed */
    async setSnooze(
      stepId: number,
      snooze: { readonly until: string; readonly reason: string } | null,
    ): Promise<boolean> {
      const { count } = await db.processingStep.updateMany({
        where: { id: stepId, ...(snooze === null ? { snoozedUntil: { not: null } } : {}) },
        data: {
          snoozedUntil: snooze === null ? null : new Date(snooze.until),
          snoozeReason: snooze?.reason ?? null,
        },
      });
      return count > 0;
    },

    /** Marks the person as reminded now; false when they were reminded too recently. */
    async markReminded(stepId: number, now: Date): Promise<boolean> {
      const query = build
        .updateTable('processing_steps')
        .set({ reminded_at: now })
        .where('id', '=', stepId)
        .where((eb) =>
          eb.or([
            eb('reminded_at', 'is', null),
            eb('reminded_at', '<=', reminderAllowedSince(now)),
          ]),
        )
        .returning('id');
      return (await rows(db, query)).length > 0;
    },

    async dropDocument(documentId: number): Promise<void> {
      await db.stepDocument.delete({ where: { id: documentId }, select: { id: true } });
    },

    /** Whether a document was asked for on the step with this key, received or not. */
    async isAskedBy(stepId: number, clientKey: string): Promise<boolean> {
      return (await db.stepDocument.count({ where: { stepId, clientKey } })) > 0;
    },

    async handIn(documentId: number, fileId: number, now: Date): Promise<void> {
      await db.stepDocument.update({
        where: { id: documentId },
        data: {
          file: { connect: { id: fileId } },
          uploadedAt: now,
          step: {
            update: { version: { increment: 1 }, documentsArrivedAt: now, snoozedUntil: null },
          },
        },
        select: { id: true },
      });
    },

    /** Unblocks the step. The caller has incremented the version. */
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

/** Reads and changes of processing steps. Steps that are hidden from the actor are not found. */
export function processingRepository(db: Db) {
  return { ...stepReads(db), ...stepDocuments(db) };
}
