import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { v } from '../wire/text.ts';
import { day } from '../wire/values.ts';

export const absenceView = z.object({
  /** `YYYY-MM-DD`, both days included. */
  from: z.string(),
  until: z.string(),
  /** Null: their steps are released when the absence begins. */
  substitute: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Whether the absence is in effect now. */
  hasBegun: z.boolean(),
});
export type AbsenceView = z.infer<typeof absenceView>;

const ownAbsence = z.object({ absence: absenceView.nullable() });

export const absenceBody = z
  .object({
    from: day(),
    until: day(),
    substitute: z.uuid({ error: v('invalid') }).nullable(),
  })
  .superRefine(({ from, until }, ctx) => {
    if (until < from) ctx.addIssue({ code: 'custom', path: ['until'], message: v('date') });
  });

export const absenceCalls = defineArea('processing', {
  getAbsence: {
    route: 'GET /processing/absence',
    permission: 'step:own',
    summary: 'The agent’s own absence, begun or to come',
    response: ownAbsence,
  },
  saveAbsence: {
    route: 'PUT /processing/absence',
    permission: 'step:own',
    summary:
      'Record an absence and its substitute. With a substitute the steps stay, and the substitute is notified of them. Without one they lose their owner',
    body: absenceBody,
    response: ownAbsence,
  },
  endAbsence: {
    route: 'DELETE /processing/absence',
    permission: 'step:own',
    summary: 'Back, or not away after all; repeating it changes nothing',
    response: ownAbsence,
  },
});
