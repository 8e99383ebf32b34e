import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { pagingQuery, positionQuery, sortQuery } from '../http/paging.ts';
import { answersInput } from '../journeys/questions.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { clearableText, optionalText, v } from '../wire/text.ts';
import { id, langQuery, refCode } from '../wire/values.ts';
import { criteria } from './criteria.ts';
import { requestDocumentView, requestView } from './request-view.ts';
import { isYoutubeUrl } from './youtube.ts';

/** The journey by `{id, …}` or by its id; null for a personalised request. */
const journeyRef = z.union([id, z.object({ id }).transform((o) => o.id), z.null()]).optional();

/** A document by its code: bare, `{code}`, or as a request shows it, `{libelle: {code}, …}`. Output: the code. */
const documentRef = z.union(
  [refCode(), z.object({ libelle: refCode() }).transform((o) => o.libelle)],
  { error: v('unknownCode') },
);

/** Documents by their codes, each once; null when absent. */
const documentRefs = z
  .array(documentRef)
  .max(50, v('tooMany'))
  .nullish()
  .transform((list) => (list ? [...new Set(list)] : null));

/**
 * Body from the beneficiary. `dateRequest` may be sent but is ignored. In an update, absent means unchanged; services
 * replace a journey, and a journey replaces services.
 */
export const createRequestDto = z.object({
  description: clearableText(4000),
  urlVideo: clearableText(300).refine(
    (url) => typeof url !== 'string' || isYoutubeUrl(url),
    v('youtube'),
  ),
  services: z
    .array(refCode())
    .max(50, v('tooMany'))
    .nullish()
    .transform((list) => (list === undefined ? undefined : [...new Set(list ?? [])])),
  journeyDef: journeyRef,
  /**
   * In an update: the uploaded documents to retain; others are removed, and absent means unchanged. Codes without an
   * upload are no error.
   */
  documents: documentRefs,
  /** Answers to the journey's questions. */
  answers: answersInput.nullish(),
  /** In a creation: idempotency key of the form. The same key again changes the draft that it created. */
  clientKey: z.uuid({ error: v('invalid') }).nullish(),
});
export type CreateRequestInput = z.input<typeof createRequestDto>;

const writeErrors = [
  'QUALIFICATION_REQUIRED',
  'JOURNEY_OR_SERVICES',
  'JOURNEY_CLOSED',
  'TOO_MANY_DRAFTS',
] as const;
const body = z.object({ createRequestDto });
const multipart = { limit: null, files: [], jsonParts: ['createRequestDto'] } as const;

export const requestsCalls = defineArea('requests', {
  filterRequests: {
    route: 'POST /requests/filter',
    permission: 'request:list',
    keyScope: 'requests:read',
    summary:
      'The caller’s requests (beneficiary), or those with a step assigned to the organisation (partner). On a partner’s first 1,000 rows `x-total-count` is counted up to 1,000, and 1001 means more. Later pages have the exact number, unless a `position` led to them',
    query: z.object({
      ...pagingQuery,
      ...positionQuery,
      sort: sortQuery(['dateRequest', 'numRequest', 'status'], 'dateRequest,desc'),
      lang: langQuery,
    }),
    body: criteria,
    response: z.array(requestView),
    total: true,
    positions: true,
  },
  createRequest: {
    route: 'POST /requests',
    permission: 'request:write',
    summary:
      'Create a request; its files are uploaded afterwards, one by one. The same clientKey again changes the draft that it made',
    query: z.object({ lang: langQuery }),
    body,
    multipart,
    response: { status: 201, body: requestView },
    errors: writeErrors,
  },
  updateRequest: {
    route: 'PUT /requests/:id',
    permission: 'request:write',
    summary: 'Change a draft or a request to rephrase; the latter becomes a draft again',
    params: z.object({ id }),
    query: z.object({ lang: langQuery }),
    body,
    multipart,
    response: requestView,
    errors: [...writeErrors, 'STATE_CONFLICT'],
  },
  getRequest: {
    route: 'GET /requests/:id',
    permission: 'request:read',
    keyScope: 'requests:read',
    summary: 'One request: its owner, or a partner with a step on it',
    params: z.object({ id }),
    query: z.object({ lang: langQuery }),
    response: requestView,
  },
  deleteRequest: {
    route: 'DELETE /requests/:id',
    permission: 'request:write',
    summary: 'Delete a draft or a request to rephrase (its row stays in the database as SUPPRIME)',
    params: z.object({ id }),
    response: acknowledged,
    errors: ['STATE_CONFLICT'],
  },
  removeRequestDocument: {
    route: 'DELETE /requests/:id/document/:code',
    permission: 'request:write',
    summary:
      'Take one document of a draft or a request to rephrase away; the latter is a draft again',
    params: z.object({ id, code: refCode() }),
    response: acknowledged,
    errors: ['STATE_CONFLICT'],
  },
  uploadRequestDocument: {
    route: 'POST /requests/:id/document',
    permission: 'request:write',
    summary:
      'Hand in one document of a request; a file of the same code is replaced, and a request to rephrase is a draft again',
    params: z.object({ id }),
    query: z.object({ lang: langQuery }),
    body: z.object({
      /** Repeats the id of the path; a different one is refused. */
      requestId: id.optional(),
      /** The document's type: one of the specified, or one that the journey requests. */
      name: refCode(),
    }),
    multipart: {
      limit: 'upload',
      files: [{ name: 'file', kind: 'request-document', required: true }],
    },
    response: { status: 201, body: requestDocumentView },
    errors: [
      'STATE_CONFLICT',
      'FILE_NOT_PDF',
      'PDF_DAMAGED',
      'PDF_LOCKED',
      'PDF_ACTIVE',
      'FILE_NOT_VIDEO',
      'FILE_TOO_LARGE',
      'QUOTA_EXCEEDED',
    ],
  },
  attachSimulation: {
    route: 'POST /requests/:id/simulation',
    permission: 'request:write',
    summary:
      'Attach the report of the caller’s simulation to the caller’s request. The server makes it, and it replaces an earlier one',
    params: z.object({ id }),
    query: z.object({ lang: langQuery }),
    body: z.object({ simulationId: id }),
    response: { status: 201, body: requestDocumentView },
    errors: ['STATE_CONFLICT', 'QUOTA_EXCEEDED'],
  },
  changeRequestStatus: {
    route: 'PUT /requests/observationAndStatus',
    permission: 'request:write',
    summary:
      'Submit a draft: the only change of status a beneficiary makes; repeating it answers the same',
    query: z.object({ lang: langQuery }),
    body: z.object({
      idRequest: id,
      newStatus: refCode(),
      observations: optionalText(2000),
      /** Documents to send although the journey does not require them; others are removed. */
      documents: documentRefs,
    }),
    response: requestView,
    errors: [
      'STATE_CONFLICT',
      'DOCUMENT_MISSING',
      'ANSWER_MISSING',
      'DOCUMENT_INFECTED',
      'JOURNEY_CLOSED',
      'QUALIFICATION_REQUIRED',
    ],
  },
});
