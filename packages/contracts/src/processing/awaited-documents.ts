import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { acknowledged } from '../wire/acknowledged.ts';
import { id, refCode } from '../wire/values.ts';

/** Days between two reminders of one person about one step. */
export const reminderDays = 3;

/** A reminder about the documents that a step awaits. */
export const documentReminder = z.object({
  /** False until {@link reminderDays} days have passed since the last one. */
  isPossible: z.boolean(),
  /** `YYYY-MM-DD`, the day of the last one; null where there is none. */
  lastOn: z.string().nullable(),
});

export const awaitedDocumentsCalls = defineArea('processing', {
  withdrawDocument: {
    route: 'DELETE /processing/step/:stepId/documents/:code',
    permission: 'step:ask',
    summary:
      'Take back the request for a document that has not arrived: the person is no longer asked for it',
    params: z.object({ stepId: id, code: refCode() }),
    response: acknowledged,
    errors: ['STEP_CLOSED', 'REQUEST_ON_HOLD', 'STATE_CONFLICT', 'DOCUMENT_NOT_EXPECTED'],
  },
  remindPerson: {
    route: 'POST /processing/step/:stepId/reminder',
    permission: 'step:ask',
    summary: 'Remind the person of the documents that a step awaits, at most once in three days',
    params: z.object({ stepId: id }),
    response: acknowledged,
    errors: ['STEP_CLOSED', 'REQUEST_ON_HOLD', 'STATE_CONFLICT', 'REMINDED_RECENTLY'],
  },
});
