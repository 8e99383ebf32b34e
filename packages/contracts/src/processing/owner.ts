import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { stepOwner } from '../errors/conflicts.ts';
import { optionalText, v } from '../wire/text.ts';
import { id } from '../wire/values.ts';

/**
 * Owner filter of a worklist: the reader's steps, unassigned ones, or both with those of absent colleagues that the
 * reader substitutes.
 */
export const ownerFilters = ['mine', 'none', 'mineOrNone'] as const;
export type OwnerFilter = (typeof ownerFilters)[number];

/** Query of the worklist calls; absent: every owner. */
export const ownerQuery = z.enum(ownerFilters, { error: v('filter') }).optional();

/** Maximum length of the reason of a hand-over. */
export const maxHandOverReason = 500;

const agent = z.uuid({ error: v('invalid') }).nullable();

export const ownerCalls = defineArea('processing', {
  setStepOwner: {
    route: 'POST /processing/step/owner/:stepId',
    permission: 'step:own',
    summary:
      'Take a step, hand it to a colleague or let it go; refused where it is not `expected` who has it now',
    params: z.object({ stepId: id }),
    body: z.object({
      /** The new owner; null for an unassigned step. */
      owner: agent,
      /** Owner at the time of the choice. */
      expected: agent,
      /** Read by the new owner; for a hand-over. */
      reason: optionalText(maxHandOverReason),
    }),
    response: z.object({ owner: stepOwner.nullable() }),
    errors: ['OWNER_CHANGED', 'STEP_CLOSED'],
  },
});
