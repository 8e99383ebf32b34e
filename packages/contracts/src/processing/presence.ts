import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { id } from '../wire/values.ts';

/** How often a page says that it is still open. Who has said nothing for two turns is not there any more. */
export const presenceEverySeconds = 45;

const params = z.object({ stepId: id });

export const presenceCalls = defineArea('processing', {
  markPresence: {
    route: 'POST /processing/steps/:stepId/presence',
    permission: 'worklist:read',
    summary: 'Says that the reader has the file of a step open; answers which colleagues have too',
    params,
    response: z.object({ others: z.array(z.object({ name: z.string() })) }),
  },
  leavePresence: {
    route: 'DELETE /processing/steps/:stepId/presence',
    permission: 'worklist:read',
    summary: 'Says that the reader has closed the file of a step',
    params,
    response: acknowledged,
  },
});
