import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { langQuery } from '../wire/values.ts';

/**
 * What requests can wait for their owner to do, in the order of what others wait for: agree to one that an organisation
 * filed, hand documents in, rephrase, rate a step, go on with a draft.
 */
export const waitingKinds = ['AGREE', 'HAND_IN', 'REPHRASE', 'RATE', 'DRAFT'] as const;
export type WaitingKind = (typeof waitingKinds)[number];

/** How many requests of a kind are named; `total` says how many there are. */
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
    }),
  ),
});

/** Own requests that wait for their owner, by what they wait for. */
export const pendingWork = z
  .object({
    AGREE: waiting,
    HAND_IN: waiting,
    REPHRASE: waiting,
    RATE: waiting,
    DRAFT: waiting,
  } satisfies Record<WaitingKind, z.ZodType>)
  .extend({
    /** When a new request was begun that is kept as a draft on the account alone, an instant, ISO; null for none. */
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
