import { z } from 'zod';

import { changeAuthor, expectedDocument, stepNow, stepOwner } from '../errors/conflicts.ts';
import { defineArea } from '../http/area.ts';
import { pagingQuery } from '../http/paging.ts';
import { fileState } from '../files/downloads.ts';
import { stepDeadline } from './deadline.ts';
import { organisationContactView } from '../partners/contact.ts';
import { messageToAnswer, requestDocumentView } from '../requests/request-view.ts';
import { settableStepStatuses } from '../requests/statuses.ts';
import { paragraph, sentText, v } from '../wire/text.ts';
import { codeLibelle, id, langQuery, refCode, sentVersion } from '../wire/values.ts';

/**
 * Kinds of entries in a step's feedback: a feedback, its withdrawal (in earlier versions), the reason of a lower
 * percent, or of a block.
 */
export const feedbackKinds = ['SAID', 'TAKEN_BACK', 'LOWERED', 'BLOCKED'] as const;
export type FeedbackKind = (typeof feedbackKinds)[number];

export const stepFeedback = z.object({
  id: z.number(),
  /** `YYYY/MM/DD HH:mm`, Morocco's time. */
  at: z.string(),
  kind: z.enum(feedbackKinds),
  /** Percent of the step from then on. */
  percent: z.number(),
  /** Null for a withdrawn feedback, and for a block without a reason. */
  text: z.string().nullable(),
  /** Author, for agents of the organisation; null for the person, and where none was recorded. */
  by: changeAuthor.nullable(),
});
export type StepFeedback = z.infer<typeof stepFeedback>;

/** Another request of the same person. */
export const requestLink = z.object({ id: z.number(), numRequest: z.string() });

export const stepView = z.object({
  id: z.number(),
  taskDef: z.object({
    /** The task of a journey; null for a chosen service, whose title is then used. */
    id: z.number().nullable(),
    title: z.object({ libelle: z.string() }),
    /** `logo`: its address, null where there is none. */
    partner: z.object({
      id: z.number(),
      title: z.string(),
      logo: z.string().nullable(),
      /** Contact of the organisation while it works on the step; null before and after, and where it is empty. */
      contact: organisationContactView.nullable(),
    }),
  }),
  status: codeLibelle,
  percent: z.number(),
  /** Counts changes of status, percent, feedback and expected documents. */
  version: z.number(),
  /** Owner, for agents of its organisation; otherwise null. */
  owner: stepOwner.nullable(),
  /** `YYYY-MM-DD`, the day on which work began. */
  processingStartDate: z.string().nullable(),
  /** Null for a step that is not in progress. */
  deadline: stepDeadline.nullable(),
  /** Null for partner viewers: the feedback is for the beneficiary. */
  partnerFeedback: z.string().nullable(),
  /** All feedback including the current one, newest first. Empty for partner viewers. */
  feedbacks: z.array(stepFeedback),
  documents: z.array(expectedDocument),
  rating: z.object({ beneficiaryRating: z.number(), beneficiaryFeedback: z.string() }).nullable(),
  /** For the owner: the other request that does the work of a step closed as a duplicate. */
  duplicateOf: requestLink.nullable(),
  messageToAnswer,
  abilities: z.object({
    canRate: z.boolean(),
    canUpload: z.boolean(),
    /** Whether the viewer is one of the two sides of the step's messages. */
    canMessage: z.boolean(),
  }),
});
export type StepView = z.infer<typeof stepView>;

export const stepDocumentView = z.object({
  document: codeLibelle,
  filename: z.string().nullable(),
  originalName: z.string().nullable(),
  size: z.number().nullable(),
  /** Null until it is uploaded. */
  state: fileState.nullable(),
  /** `YYYY-MM-DD` */
  requestedOn: z.string(),
  uploadedOn: z.string().nullable(),
});
export type StepDocumentView = z.infer<typeof stepDocumentView>;

/** Body from a partner: `modifiedBy` is taken from the session. A percent of 100 means PROCESSED. */
export const stepProgressBody = z
  .object({
    processingId: id.optional(),
    processingStepId: id,
    /** Version of the step when the form was opened. Another current version is refused as STEP_CHANGED. */
    version: sentVersion,
    status: refCode().pipe(z.enum(settableStepStatuses, { error: v('unknownCode') })),
    percent: z
      .number({ error: v('percentStep') })
      .int(v('percentStep'))
      .min(0, v('percentStep'))
      .max(100, v('percentStep'))
      .multipleOf(5, v('percentStep')),
    /** Absent, null or empty leaves the previous feedback. */
    partnerFeedback: sentText(4000),
    /** Reason of a lower percent, shown to the person. A client that sends a version must give it. */
    loweredBecause: sentText(500),
    /** Reason of a block, shown to the person. A client that sends a version must give it. */
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
      /** Current values for the step's organisation; null for the owner. */
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
      'REQUEST_ON_HOLD',
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
      'REQUEST_ON_HOLD',
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
