import { createHash } from 'node:crypto';

import {
  updateDeadlines,
  newRequests,
  requestWrites,
  type NewStep,
} from '../../modules/requests/index.ts';
import { formatRequestNumber, numberingYear } from '../../rules/request-number.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { DemoRequest, DemoStep } from './demo-files.schema.ts';
import { demoHistory, type CreatedStep } from './demo-history.ts';
import { daysBefore, type Lookup } from './lookup.ts';
import { storeSamplePdf, type StoredSample } from './sample-pdf.ts';

export interface DemoOwner {
  readonly id: string;
  readonly name: string;
}

export interface DemoContext {
  readonly lookup: Lookup;
  /** Bytes of each document, already in the store. */
  readonly samples: DemoSamples;
  readonly now: Date;
  /** An agent of the organisation as the author of its steps, if the demonstration has one. */
  readonly agentOf: (organisation: string) => string | null;
}

export type DemoSamples = ReadonlyMap<object, StoredSample>;

/**
 * Stores the sample files of a request. Call it before the transaction that writes their rows, so that a slow store
 * blocks no transaction. Bytes without a row are swept a day later.
 */
export async function storeDemoSamples(
  storage: Storage,
  { documents, steps }: DemoRequest,
  owner: Pick<DemoOwner, 'name'>,
  lookup: Lookup,
): Promise<DemoSamples> {
  const samples = new Map<object, StoredSample>();
  for (const document of documents)
    samples.set(document, await storeSamplePdf(storage, document.title, owner.name));
  for (const document of steps.flatMap((step) => step.documents ?? [])) {
    if (document.uploadedDaysAgo === null) continue;
    const title = lookup.documentLabel(document.code);
    samples.set(document, await storeSamplePdf(storage, title, owner.name));
  }
  return samples;
}

/** Writes the row of a document's stored bytes. */
async function keepFile(
  db: Db,
  { samples }: DemoContext,
  document: object,
  owner: DemoOwner,
  originalName: string,
  createdAt: Date,
): Promise<number> {
  const file = samples.get(document);
  if (file === undefined) throw new Error(`${originalName} was not stored`);
  const { id } = await db.storedFile.create({
    data: { ...file, originalName, ownerId: owner.id, createdAt },
    select: { id: true },
  });
  return id;
}

function newStep(
  step: DemoStep,
  place: { position: number; taskDefId: number | null },
  { lookup, now }: DemoContext,
): NewStep {
  const at = (days: number | null): Date | null => (days === null ? null : daysBefore(now, days));
  return {
    ...place,
    titleItemId: lookup.item('SERVICE', step.title),
    partnerId: lookup.organisation(step.partner),
    status: step.status,
    percent: step.percent,
    runsInParallel: step.runsInParallel ?? false,
    partnerFeedback: step.partnerFeedback ?? null,
    assignedAt: at(step.assignedDaysAgo),
    processingStartDate: at(step.startedDaysAgo),
    processedAt: at(step.processedDaysAgo),
  };
}

/** Writes the documents and the rating of a step. */
async function completeStep(
  db: Db,
  stepId: number,
  step: DemoStep,
  owner: DemoOwner,
  context: DemoContext,
): Promise<void> {
  const { lookup, now } = context;
  for (const document of step.documents ?? []) {
    const { code, requestedDaysAgo, uploadedDaysAgo, fileName } = document;
    const uploadedAt = uploadedDaysAgo === null ? null : daysBefore(now, uploadedDaysAgo);
    const fileId =
      uploadedAt === null
        ? null
        : await keepFile(db, context, document, owner, fileName ?? 'document.pdf', uploadedAt);
    await db.stepDocument.create({
      data: {
        stepId,
        documentItemId: lookup.item('DOCUMENT', code),
        requestedAt: daysBefore(now, requestedDaysAgo),
        uploadedAt,
        fileId,
      },
    });
  }
  if (step.rating) {
    const createdAt = daysBefore(now, step.rating.daysAgo);
    await db.rating.create({
      data: {
        stepId,
        beneficiaryRating: step.rating.stars,
        beneficiaryFeedback: step.rating.feedback,
        createdAt,
        updatedAt: createdAt,
      },
    });
  }
}

/** The import by which an organisation filed the request. */
async function createImport(
  db: Db,
  { by, fileName }: NonNullable<DemoRequest['filed']>,
  { lookup, agentOf }: DemoContext,
  createdAt: Date,
): Promise<{ id: number; partnerId: number }> {
  const partnerId = lookup.organisation(by);
  const { id } = await db.import.create({
    data: {
      kind: 'REQUESTS',
      partnerId,
      agentId: agentOf(by),
      originalName: fileName,
      sha256: createHash('sha256').update(`demo ${by} ${fileName}`).digest('hex'),
      rows: 1,
      createdAt,
    },
    select: { id: true },
  });
  return { id, partnerId };
}

/** Writes one request with all its dependent rows. Returns its id. */
export async function createDemoRequest(
  db: Db,
  request: DemoRequest,
  owner: DemoOwner,
  context: DemoContext,
): Promise<number> {
  const { lookup, now } = context;
  const createdAt = daysBefore(now, request.createdDaysAgo);
  const journey = request.journey === null ? null : lookup.journey(request.journey);
  const submittedAt =
    request.submittedDaysAgo === null ? null : daysBefore(now, request.submittedDaysAgo);
  const { filed } = request;
  const file = filed && (await createImport(db, filed, context, createdAt));
  const year = numberingYear(createdAt);
  const [written] = await newRequests(db).insert([
    {
      importId: file?.id ?? null,
      agreement: filed ? 'WAITING' : 'NOT_NEEDED',
      isDateStated: filed !== undefined,
      numRequest: formatRequestNumber(year, await requestWrites(db).takeNumbers(year)),
      beneficiaryId: owner.id,
      content: {
        journeyDefId: journey?.id ?? null,
        description: request.description,
        urlVideo: request.urlVideo ?? null,
        serviceItemIds: request.services.map((code) => lookup.item('SERVICE', code)),
      },
      status: request.status,
      observation: request.observation ?? null,
      percent: request.percent,
      dateRequest: filed ? daysBefore(now, filed.statedDaysAgo) : createdAt,
      submittedAt,
      createdAt,
      steps: request.steps.map((step, position) =>
        newStep(step, { position, taskDefId: journey?.taskDefIds[position] ?? null }, context),
      ),
    },
  ]);
  if (!written) throw new Error(`${request.key} was not written`);
  const { id } = written;
  for (const document of request.documents) {
    const { code, fileName } = document;
    const fileId = await keepFile(db, context, document, owner, fileName, createdAt);
    await db.requestDocument.create({ data: { requestId: id, code, fileId, createdAt } });
  }
  if (file) {
    await db.notice.create({
      data: {
        userId: owner.id,
        kind: 'AGREEMENT_ASKED',
        requestId: id,
        params: { partnerId: file.partnerId, count: 1 },
        createdAt,
      },
    });
  }
  const steps: CreatedStep[] = [];
  for (const [index, step] of request.steps.entries()) {
    const made = written.steps[index];
    if (!made) throw new Error(`A step of ${request.key} was not written`);
    await completeStep(db, made.id, step, owner, context);
    const { id: stepId, partnerId } = made;
    steps.push({ ...step, id: stepId, partnerId, agentId: context.agentOf(step.partner) });
  }
  await db.historyEvent.createMany({
    data: demoHistory(
      request,
      steps,
      { ownerId: owner.id, filerId: request.filed ? context.agentOf(request.filed.by) : null },
      now,
    ).map((event) => ({ ...event, requestId: id })),
  });
  await updateDeadlines(db, [id], now);
  return id;
}
