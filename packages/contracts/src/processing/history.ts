import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { reasons } from '../requests/reasons.ts';
import { changeAuthor } from '../errors/conflicts.ts';
import { usualDelay } from '../requests/submission.ts';
import { codeLibelle, id, langQuery } from '../wire/values.ts';

/** What can happen to a request, as people are told of it. */
export const timelineKinds = [
  'created',
  'submitted',
  'entrusted',
  'turn',
  'progress',
  /** Its organisation took the closing of a step back. */
  'reopened',
  /** A step whose turn had come waits for it again. */
  'waits',
  'closed',
  'declined',
  /** Its organisation closed the step: another request of the person does its work. */
  'duplicate',
  'documentAsked',
  'documentReceived',
  'rated',
  'status',
  'sentBack',
  'corrected',
  'agreementAsked',
  'agreementGiven',
  'agreementRefused',
  'agreementWithdrawn',
  'withdrawn',
  /** For agents of the step's organisation alone: one of them took it, was handed it, or it was let go. */
  'taken',
  'handedOver',
  'letGo',
  /** For them alone too: the person, who has never signed in, was invited again. */
  'invited',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

export const historyItem = z.object({
  id: z.number(),
  /** `YYYY/MM/DD HH:mm`, Morocco's time. */
  at: z.string(),
  what: z.enum(timelineKinds),
  /** The request's or the step's new status. */
  status: codeLibelle.nullable(),
  service: z.string().nullable(),
  organisation: z.string().nullable(),
  percent: z.number().nullable(),
  /** Label of the document. */
  document: z.string().nullable(),
  /** Why, as a code that has its words with the errors' (`reasons`): on `withdrawn`, and for the owner on `declined` and `duplicate`. */
  reason: z.enum(reasons).nullable(),
  /** What has to be changed, on `sentBack`; why, where the administrator put the request on hold; the words beside a reason. */
  observation: z.string().nullable(),
  /** For the owner on `duplicate`: number of the other request. */
  duplicateOf: z.string().nullable(),
  /** Who did it; for agents, of what was done on a step of their organisation. */
  by: changeAuthor.nullable(),
  /** Whom it was handed to, or who had it; null where the reader may not know, and for somebody who has left. */
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
      /** Null once the request is closed, and while too few were closed to tell. */
      usualDelay: usualDelay.nullable(),
    }),
  },
});
