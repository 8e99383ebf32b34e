import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { langQuery } from '../wire/values.ts';
import { stepSummary } from './request-view.ts';

/**
 * Actions that requests need from their owner, by urgency for others: consent to a filed request, upload documents,
 * answer a message, rephrase, rate a step, continue a draft.
 */
export const waitingKinds = ['AGREE', 'HAND_IN', 'ANSWER', 'REPHRASE', 'RATE', 'DRAFT'] as const;
export type WaitingKind = (typeof waitingKinds)[number];

/** Maximum requests named of a kind; `total` is the full number. */
export const maxWaitingNamed = 20;

const waiting = z.object({
  total: z.number().int(),
  /** Newest first, at most 20. */
  requests: z.array(
    z.object({
      id: z.number(),
      numRequest: z.string(),
      /** Title of the organisation that filed it; null for a request that its owner wrote. */
      organisation: z.string().nullable(),
      description: z.string().nullable(),
      observation: z.string().nullable(),
      /** Every step in order. */
      steps: z.array(stepSummary),
    }),
  ),
});

/** Own requests that need an action of their owner, by action. */
export const pendingWork = z
  .object({
    AGREE: waiting,
    HAND_IN: waiting,
    ANSWER: waiting,
    REPHRASE: waiting,
    RATE: waiting,
    DRAFT: waiting,
  } satisfies Record<WaitingKind, z.ZodType>)
  .extend({
    /** Start of an unsaved new request whose draft is on the account, an instant, ISO; null for none. */
    UNSAVED: z.string().nullable(),
  });
export type PendingWork = z.infer<typeof pendingWork>;

export const pendingWorkCalls = defineArea('requests', {
  getYourTurn: {
    route: 'GET /requests/yourTurn',
    permission: 'request:write',
    summary: 'Own requests that wait for the person, by what they wait for',
    query: z.object({ lang: langQuery }),
    response: pendingWork,
  },
});
