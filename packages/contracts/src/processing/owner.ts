import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { stepOwner } from '../errors/conflicts.ts';
import { v } from '../wire/text.ts';
import { id } from '../wire/values.ts';

/** Whose steps a worklist shows: the reader's own, those that nobody has taken, or both with those of whom the reader stands in for. */
export const ownerFilters = ['mine', 'none', 'mineOrNone'] as const;
export type OwnerFilter = (typeof ownerFilters)[number];

/** Query of the calls of the worklist; absent: whoever's. */
export const ownerQuery = z.enum(ownerFilters, { error: v('filter') }).optional();

const agent = z.uuid({ error: v('invalid') }).nullable();

export const ownerCalls = defineArea('processing', {
  setStepOwner: {
    route: 'POST /processing/step/owner/:stepId',
    permission: 'step:own',
    summary:
      'Take a step, hand it to a colleague or let it go; refused where it is not `expected` who has it now',
    params: z.object({ stepId: id }),
    body: z.object({
      /** The agent who has it from now on; null for nobody. */
      owner: agent,
      /** Who had it when the choice was made. */
      expected: agent,
    }),
    response: z.object({ owner: stepOwner.nullable() }),
    errors: ['OWNER_CHANGED', 'STEP_CLOSED'],
  },
});
