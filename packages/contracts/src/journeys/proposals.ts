import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { v } from '../wire/text.ts';
import { langQuery } from '../wire/values.ts';

/** Maximum number of proposals: more would duplicate the existing list. */
export const mostProposals = 4;

/** A journey or a service that matches the survey's answers; one of the two is null. */
export const proposal = z.object({
  /** Of the list PROPOSITION. */
  code: z.string(),
  journey: z.object({ id: z.number(), title: z.string() }).nullable(),
  service: z.object({ code: z.string(), libelle: z.string() }).nullable(),
  reason: z.string(),
  /** A draft of the need for the person to edit. */
  need: z.string(),
});
export type ProposalView = z.infer<typeof proposal>;

export const proposalsCalls = defineArea('journeys', {
  listProposals: {
    route: 'GET /proposals',
    permission: 'request:write',
    summary:
      'Journeys and services proposed from the answers to the survey, the closest first; none without answers',
    query: z.object({ lang: langQuery }),
    response: z.array(proposal),
  },
  dismissProposal: {
    route: 'DELETE /proposals/:code',
    permission: 'request:write',
    summary:
      'Dismiss a proposal until the survey is answered again. Repeating the call changes nothing',
    params: z.object({ code: z.string().regex(/^[A-Z][A-Z0-9_]{1,59}$/, v('invalid')) }),
    response: acknowledged,
  },
});
