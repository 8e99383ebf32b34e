import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { reasons } from '../requests/reasons.ts';
import { changeAuthor } from '../errors/conflicts.ts';
import { usualDelay } from '../requests/submission.ts';
import { codeLibelle, id, langQuery } from '../wire/values.ts';

/** Events in a request's history. */
export const timelineKinds = [
  'created',
  'submitted',
  'entrusted',
  'turn',
  'progress',
  /** Its organisation reopened the step. */
  'reopened',
  /** Its organisation undid that it had declined the step. */
  'takenAgain',
  /** An assigned step waits for an earlier step again. */
  'waits',
  'closed',
  'declined',
  /** Its organisation closed the step as a duplicate: another request of the person does its work. */
  'duplicate',
  'documentAsked',
  /** The organisation took back the request for a document. */
  'documentWithdrawn',
  'documentReceived',
  /** The administrator removed a document of the request or of a step. */
  'documentRemoved',
  /** The administrator removed a file from a message; only for the person and the step's organisation. */
  'fileRemoved',
  /** The organisation reminded the person of the awaited documents. */
  'reminded',
  'rated',
  'status',
  'sentBack',
  'corrected',
  /** The administrator restored the deleted request. */
  'restored',
  'agreementAsked',
  'agreementGiven',
  'agreementRefused',
  'agreementWithdrawn',
  'withdrawn',
  /** Only for agents of the step's organisation: an agent took it, received it, or released it. */
  'taken',
  'handedOver',
  /** Also only for them: the organisation assigns by load. */
  'givenByLoad',
  'letGo',
  /** Also only for them: the person, who has never signed in, was invited again. */
  'invited',
  /** Also only for them: an agent snoozed the file, or woke it. */
  'snoozed',
  'woken',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

export const historyItem = z.object({
  id: z.number(),
  /** `YYYY/MM/DD HH:mm`, Morocco's time. */
  at: z.string(),
  what: z.enum(timelineKinds),
  /** New status of the request or the step. */
  status: codeLibelle.nullable(),
  service: z.string().nullable(),
  organisation: z.string().nullable(),
  percent: z.number().nullable(),
  document: z.string().nullable(),
  /**
   * Reason code with words in the errors' catalogue (`reasons`): on `withdrawn`, and for the owner on `declined` and
   * `duplicate`.
   */
  reason: z.enum(reasons).nullable(),
  /** The required changes on `sentBack`, the administrator's reason, or the text of a reason. */
  observation: z.string().nullable(),
  /** For the owner on `duplicate`: number of the other request. */
  duplicateOf: z.string().nullable(),
  /** Author; for agents only of events on their organisation's steps. */
  by: changeAuthor.nullable(),
  /** New or former owner of the step; null where the reader may not know, and for an erased user. */
  owner: z.string().nullable(),
});
export type HistoryItem = z.infer<typeof historyItem>;

export const historyCalls = defineArea('processing', {
  requestHistory: {
    route: 'GET /requests/:id/history',
    permission: 'step:list',
    summary:
      'What has happened to a request, oldest first, and how long such requests usually take',
    params: z.object({ id }),
    query: z.object({ lang: langQuery }),
    response: z.object({
      items: z.array(historyItem),
      /** Null once the request is closed, and while too few requests were closed for an estimate. */
      usualDelay: usualDelay.nullable(),
    }),
  },
});
