import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { paragraph } from '../wire/text.ts';
import { day, id } from '../wire/values.ts';

/** Days for which a file can be snoozed. */
export const longestSnooze = 90;

/** A file that is out of the lists of work until a day. */
export const snooze = z.object({
  /** `YYYY-MM-DD`, the day on which it is back. */
  until: z.string(),
  reason: z.string(),
});
export type Snooze = z.infer<typeof snooze>;

export const snoozeBody = z.object({ until: day(), reason: paragraph(300) });

const params = z.object({ stepId: id });

export const snoozeCalls = defineArea('processing', {
  snoozeStep: {
    route: 'PUT /processing/step/:stepId/snooze',
    permission: 'step:own',
    summary:
      'Take a file out of the lists of work until a day, at most 90 days; an act of the person brings it back, and its deadline goes on',
    params,
    body: snoozeBody,
    response: acknowledged,
    errors: ['STEP_CLOSED', 'REQUEST_ON_HOLD', 'STATE_CONFLICT'],
  },
  wakeStep: {
    route: 'DELETE /processing/step/:stepId/snooze',
    permission: 'step:own',
    summary: 'Bring a snoozed file back to the lists of work; repeating it changes nothing',
    params,
    response: acknowledged,
  },
});
