import { z } from 'zod';

/** Default working days of a step, where neither its task nor its service has a number. */
export const defaultStepDays = 15;

/**
 * Deadline of a step in working days of Morocco. The clock pauses while the organisation waits: a document is expected,
 * the step is blocked, or the request is on hold or back with its author.
 */
export const stepDeadline = z.object({
  /** `YYYY-MM-DD`, the last day; null while the clock is paused. */
  dueOn: z.string().nullable(),
  /** Working days left, 0 on the last one, negative when late. */
  daysLeft: z.number().int(),
});
export type StepDeadlineView = z.infer<typeof stepDeadline>;
