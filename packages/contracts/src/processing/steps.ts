import { z } from 'zod';

import { changeAuthor, expectedDocument, stepNow, stepOwner } from '../errors/conflicts.ts';
import { defineArea } from '../http/area.ts';
import { pagingQuery } from '../http/paging.ts';
import { fileState } from '../files/downloads.ts';
import { stepDeadline } from './deadline.ts';
import { organisationContactView } from '../partners/contact.ts';
import { requestDocumentView } from '../requests/request-view.ts';
import { settableStepStatuses } from '../requests/statuses.ts';
import { paragraph, sentText, v } from '../wire/text.ts';
import { codeLibelle, id, langQuery, refCode, sentVersion } from '../wire/values.ts';

/** What a line of a step's series is: a feedback, its being taken back (in series of earlier versions), why the percent went down, or what blocks the step. */
export const feedbackKinds = ['SAID', 'TAKEN_BACK', 'LOWERED', 'BLOCKED'] as const;
export type FeedbackKind = (typeof feedbackKinds)[number];

/** What the organisation once said to the person on a step. */
export const stepFeedback = z.object({
  id: z.number(),
  /** `YYYY/MM/DD HH:mm`, Morocco's time. */
  at: z.string(),
  kind: z.enum(feedbackKinds),
  /** Of the step, from then on. */
  percent: z.number(),
  /** Null where something was taken back, and where nobody said what blocks the step. */
  text: z.string().nullable(),
  /** Who wrote it, for agents of the organisation; null for the person, and where nobody wrote it down. */
  by: changeAuthor.nullable(),
});
export type StepFeedback = z.infer<typeof stepFeedback>;

/** Another request of the same person. */
export const requestLink = z.object({ id: z.number(), numRequest: z.string() });

export const stepView = z.object({
  id: z.number(),
  taskDef: z.object({
    /** The task of a journey; null for a chosen service, which no task is behind: its title is the service's. */
    id: z.number().nullable(),
    title: z.object({ libelle: z.string() }),
    /** `logo`: its address, null where there is none. */
    partner: z.object({
      id: z.number(),
      title: z.string(),
      logo: z.string().nullable(),
      /** How it is reached while it is at work on the step; null before and after, and where it says nothing. */
      contact: organisationContactView.nullable(),
    }),
  }),
  status: codeLibelle,
  percent: z.number(),
  /** Counts the changes of status, percent, feedback and expected documents. */
  version: z.number(),
  /** Who has taken it, for agents of its organisation; null for everybody else. */
  owner: stepOwner.nullable(),
  /** `YYYY-MM-DD`, the day on which work began. */
  processingStartDate: z.string().nullable(),
  /** Null for a step that nobody has in hand. */
  deadline: stepDeadline.nullable(),
  /** Null for partner viewers: the feedback is for the beneficiary. */
  partnerFeedback: z.string().nullable(),
  /** All that was said so far, newest first: what stands now is among it. Nothing for partner viewers. */
  feedbacks: z.array(stepFeedback),
  documents: z.array(expectedDocument),
  rating: z.object({ beneficiaryRating: z.number(), beneficiaryFeedback: z.string() }).nullable(),
  /** For the owner: the other request that does the work of a step closed as a duplicate. */
  duplicateOf: requestLink.nullable(),
  abilities: z.object({
    canRate: z.boolean(),
    canUpload: z.boolean(),
    /** One of the two sides that write to each other on this step. */
    canMessage: z.boolean(),
  }),
});
export type StepView = z.infer<typeof stepView>;

/** A document of a step as the documents dialog shows it. */
export const stepDocumentView = z.object({
  document: codeLibelle,
  filename: z.string().nullable(),
  originalName: z.string().nullable(),
  size: z.number().nullable(),
  /** Null until it is handed in. */
  state: fileState.nullable(),
  /** `YYYY-MM-DD` */
  requestedOn: z.string(),
  uploadedOn: z.string().nullable(),
});
export type StepDocumentView = z.infer<typeof stepDocumentView>;

/** What a partner sends: `modifiedBy` is taken from the session. A percent of 100 means PROCESSED. */
export const stepProgressBody = z
  .object({
    processingId: id.optional(),
    processingStepId: id,
    /** Of the step as its form began; another one now is refused as STEP_CHANGED. */
    version: sentVersion,
    status: refCode().pipe(z.enum(settableStepStatuses, { error: v('unknownCode') })),
    percent: z
      .number({ error: v('percentStep') })
      .int(v('percentStep'))
      .min(0, v('percentStep'))
      .max(100, v('percentStep'))
      .multipleOf(5, v('percentStep')),
    /** Absent, null or empty keeps the previous feedback. */
    partnerFeedback: sentText(4000),
    /** Why the percent goes down; whoever sends a version says it. The person reads it. */
    loweredBecause: sentText(500),
    /** What blocks the step; whoever sends a version and blocks it says it. The person reads it. */
    blockedBecause: sentText(500),
    documents: z
      .array(refCode())
      .max(20, v('tooMany'))
      .nullish()
      .transform((list) => [...new Set(list ?? [])]),
  })
  .superRefine((value, ctx) => {
    if (value.status === 'PROCESSED' && value.percent !== 100)
      ctx.addIssue({ code: 'custom', path: ['percent'], message: v('percentProcessed') });
  })
  .transform((value) => ({
    ...value,
    kind: 'progress' as const,
    status: value.percent === 100 ? ('PROCESSED' as const) : value.status,
  }));
export type StepProgress = z.output<typeof stepProgressBody>;

/** What a beneficiary sends. */
export const stepRatingBody = z
  .object({
    processingStepId: id,
    beneficiaryRating: z
      .number({ error: v('stars') })
      .int(v('stars'))
      .min(1, v('stars'))
      .max(5, v('stars')),
    beneficiaryFeedback: paragraph(2000),
  })
  .transform((value) => ({ ...value, kind: 'rating' as const }));
export type StepRating = z.output<typeof stepRatingBody>;

export const stepsCalls = defineArea('processing', {
  listSteps: {
    route: 'POST /journeyInstanceProcessingSteps/list',
    permission: 'step:list',
    keyScope: 'requests:read',
    summary: 'Processing steps of a request, in order',
    query: z.object({ lang: langQuery }),
    body: z.object({
      requestId: id,
      pageNumber: pagingQuery.page,
      pageSize: pagingQuery.size.unwrap().default(200),
    }),
    response: z.object({
      results: z.array(
        z.object({ id: z.number(), journeyInstanceProcessingSteps: z.array(stepView) }),
      ),
      totalElements: z.number(),
    }),
  },
  getStepDocuments: {
    route: 'GET /journeyInstanceProcessingSteps/documents/:stepId',
    permission: 'step-document:read',
    keyScope: 'documents:read',
    summary: 'Documents of a step and of its request',
    params: z.object({ stepId: id }),
    query: z.object({ lang: langQuery }),
    response: z.object({
      stepDocuments: z.array(stepDocumentView),
      requestDocuments: z.array(requestDocumentView),
      /** What the step's organisation goes on from; null for the owner. */
      step: stepNow.nullable(),
    }),
  },
  updateStep: {
    route: 'POST /processing/step/update',
    permission: 'step:update',
    keyScope: 'progress:write',
    summary: 'Progress of a step (partner) or its rating (beneficiary); the role decides which',
    query: z.object({ lang: langQuery }),
    body: z.union([stepProgressBody, stepRatingBody]),
    bodyByRole: { PARTENAIRE: stepProgressBody, BENEFICIAIRE: stepRatingBody },
    response: stepView,
    errors: [
      'STEP_FULLY_CLAIMED',
      'STEP_CLOSED',
      'STEP_CHANGED',
      'RATING_CLOSED',
      'RATING_TOO_EARLY',
      'STATE_CONFLICT',
    ],
  },
  uploadStepDocuments: {
    route: 'POST /processing/step/upload/:stepId',
    permission: 'step:upload',
    summary:
      'Hand in documents asked for on a step; `codes` names each, else in the order still expected',
    params: z.object({ stepId: id }),
    query: z.object({ lang: langQuery }),
    body: z.object({
      codes: z
        .union([z.array(refCode()).max(20, v('tooMany')), refCode().transform((code) => [code])])
        .optional(),
    }),
    multipart: {
      limit: 'upload',
      files: [{ name: 'files', kind: 'pdf', maxCount: 20, required: true }],
    },
    response: { status: 201, body: z.object({ stepDocuments: z.array(stepDocumentView) }) },
    errors: [
      'DOCUMENT_NOT_EXPECTED',
      'STEP_CLOSED',
      'FILE_NOT_PDF',
      'PDF_DAMAGED',
      'PDF_LOCKED',
      'PDF_ACTIVE',
      'FILE_TOO_LARGE',
      'QUOTA_EXCEEDED',
    ],
  },
});
