import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { pagingQuery } from '../http/paging.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { codeLibelle, id, langQuery } from '../wire/values.ts';

/** Kinds of notices. The client has the sentence of each in the reader's language. */
export const noticeKinds = [
  /** Beneficiary: an organisation received a step of the request. */
  'ASSIGNED',
  /** Beneficiary: an organisation passed a step on; another one is sought. */
  'PASSED_ON',
  /** Beneficiary: an organisation closed a step that duplicates another request. */
  'DUPLICATE',
  /** Beneficiary: an organisation works on a step again that it had passed on or closed as a duplicate. */
  'TAKEN_AGAIN',
  /** Beneficiary: an organisation reopened a step. */
  'REOPENED',
  /** Beneficiary: a step has progressed. */
  'PROGRESS',
  /** Beneficiary: documents are requested. */
  'DOCUMENTS_ASKED',
  /** Beneficiary: a requested document is no longer needed. */
  'DOCUMENT_NOT_NEEDED',
  /** Beneficiary: the request has another status. */
  'STATUS',
  /** Beneficiary: the request must be rephrased. */
  'REPHRASE',
  /** Beneficiary: the administrator restored a deleted request. */
  'RESTORED',
  /** Both: the scanner found a virus in one of their files. */
  'FILE_INFECTED',
  /** Both: the administrator removed a file of the request. */
  'FILE_REMOVED',
  /** Beneficiary: an organisation imported the request. */
  'IMPORTED',
  /** Beneficiary: requests that an organisation filed wait for their consent. */
  'AGREEMENT_ASKED',
  /** Both: a new message from the other side. */
  'MESSAGE',
  /** Agent: a colleague mentioned them in an internal note. */
  'MENTIONED',
  /** Agent: a new step. */
  'NEW_STEP',
  /** Agent: a new step waits for an earlier step again. */
  'TURN_TAKEN_BACK',
  /** Agent: an import assigned several steps to the organisation. */
  'NEW_STEPS',
  /** Agent: documents were uploaded. */
  'DOCUMENTS_RECEIVED',
  /** Agent: a colleague handed over a step. */
  'HANDED_OVER',
  /** Agent: the beneficiary rated a step. */
  'RATED',
  /** Agent: the administrator put a request on hold. */
  'HELD',
  /** Agent: the processing of a request continues. */
  'RESUMED',
  /** Agent: the person withdrew their consent to a request that an organisation filed for them. */
  'AGREEMENT_WITHDRAWN',
  /** Agent: the person withdrew the request. */
  'WITHDRAWN',
  /** Agent: a new sign-up for the organisation waits for approval. */
  'COLLEAGUE_AWAITING',
  /** Responsable: a webhook address of the organisation was disabled. */
  'WEBHOOK_OFF',
  /** Responsable: keys or addresses end in 30 days, because their maker left. */
  'MAKER_LEFT',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export const noticeTargets = [
  'FOLLOW_UP',
  'REQUEST',
  'EDIT',
  'MESSAGES',
  'WORKLIST',
  'COLLEAGUES',
  'OTHER_SYSTEMS',
] as const;

export const noticeView = z.object({
  id: z.number(),
  kind: z.enum(noticeKinds),
  /** ISO instant. */
  at: z.string(),
  isRead: z.boolean(),
  target: z.enum(noticeTargets),
  requestId: z.number().nullable(),
  stepId: z.number().nullable(),
  numRequest: z.string().nullable(),
  /** Names in the sentence, in the reader's language; null or empty where the kind has none. */
  organisation: z.string().nullable(),
  beneficiary: z.string().nullable(),
  service: z.string().nullable(),
  status: codeLibelle.nullable(),
  percent: z.number().nullable(),
  documents: z.array(z.string()),
  /** Messages, steps or stars. */
  count: z.number().nullable(),
  person: z.string().nullable(),
  /** The organisation that has the step now, after `organisation` passed it on. */
  next: z.string().nullable(),
  /** Why a colleague handed the steps over, in their words. */
  reason: z.string().nullable(),
});
export type NoticeView = z.infer<typeof noticeView>;

/**
 * Kind of an event of `followChanges`: the person's notices and messages, or the steps of their organisation. It
 * contains no data; the client reads again.
 */
export type ChangeKind = 'person' | 'organisation';

export const noticesCalls = defineArea('notices', {
  followChanges: {
    route: 'GET /changes',
    permission: 'notice:read',
    summary:
      'Server-sent events, `person` or `organisation`, each time something has changed for the caller; 503 where the process cannot tell, 429 for too many streams of one person: ask now and then instead',
    response: { status: 200, contentTypes: ['text/event-stream'] },
  },
  listNotices: {
    route: 'GET /notices',
    permission: 'notice:read',
    summary: 'The notices of the person, newest first',
    query: z.object({ ...pagingQuery, lang: langQuery }),
    response: z.array(noticeView),
    total: true,
  },
  markAllNoticesRead: {
    route: 'PUT /notices/read',
    permission: 'notice:read',
    summary: 'Every notice up to this one has been read: what came meanwhile stays new',
    body: z.object({ upTo: id }),
    response: acknowledged,
  },
  markNoticeRead: {
    route: 'PUT /notices/:id/read',
    permission: 'notice:read',
    summary: 'One notice has been read',
    params: z.object({ id }),
    response: acknowledged,
  },
});
