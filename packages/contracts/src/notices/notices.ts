import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { pagingQuery } from '../http/paging.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { codeLibelle, id, langQuery } from '../wire/values.ts';

/** What a person can be told. The sentence of each is the reader's client's, in their language. */
export const noticeKinds = [
  /** Beneficiary: an organisation received a step of the request. */
  'ASSIGNED',
  /** Beneficiary: an organisation gave a step up; another one is looked for. */
  'PASSED_ON',
  /** Beneficiary: an organisation closed a step that repeats another request. */
  'DUPLICATE',
  /** Beneficiary: an organisation took the closing of a step back. */
  'REOPENED',
  /** Beneficiary: a step moved on. */
  'PROGRESS',
  /** Beneficiary: documents are asked for. */
  'DOCUMENTS_ASKED',
  /** Beneficiary: the request has another status. */
  'STATUS',
  /** Beneficiary: the request is to be rephrased. */
  'REPHRASE',
  /** Both: the scanner found a virus in a file of theirs. */
  'FILE_INFECTED',
  /** Beneficiary: an organisation entered the request from a file. */
  'IMPORTED',
  /** Beneficiary: requests that an organisation filed wait for their agreement. */
  'AGREEMENT_ASKED',
  /** Both: the other side wrote. */
  'MESSAGE',
  /** Agent: a colleague named them in an internal note. */
  'MENTIONED',
  /** Agent: a new step. */
  'NEW_STEP',
  /** Agent: a step that was new waits for its turn again. */
  'TURN_TAKEN_BACK',
  /** Agent: an import gave the organisation several steps. */
  'NEW_STEPS',
  /** Agent: documents were handed in. */
  'DOCUMENTS_RECEIVED',
  /** Agent: a colleague handed over a step. */
  'HANDED_OVER',
  /** Agent: the beneficiary rated a step. */
  'RATED',
  /** Agent: the administrator has put a request on hold. */
  'HELD',
  /** Agent: the processing of a request goes on. */
  'RESUMED',
  /** Agent: the person took back their agreement to a request that an organisation filed for them. */
  'AGREEMENT_WITHDRAWN',
  /** Agent: the person took the request back. */
  'WITHDRAWN',
  /** Agent: somebody signed up for the organisation. */
  'COLLEAGUE_AWAITING',
  /** Responsable: an address of the organisation is told no more. */
  'WEBHOOK_OFF',
  /** Responsable: keys or addresses end in 30 days, because their maker left. */
  'MAKER_LEFT',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Where a notice leads. */
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
  /** What the sentence names, in the reader's language; null or empty where the kind has none. */
  organisation: z.string().nullable(),
  beneficiary: z.string().nullable(),
  service: z.string().nullable(),
  status: codeLibelle.nullable(),
  percent: z.number().nullable(),
  documents: z.array(z.string()),
  /** Messages, steps or stars. */
  count: z.number().nullable(),
  person: z.string().nullable(),
  /** The organisation that has the step now, where `organisation` gave it up. */
  next: z.string().nullable(),
});
export type NoticeView = z.infer<typeof noticeView>;

/**
 * What an event of `followChanges` says has changed: what the person was told or sent, or the steps of their organisation. It never
 * says what: whoever follows reads again.
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
    summary: 'What the person was told, newest first',
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
