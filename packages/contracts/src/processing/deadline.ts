import { z } from 'zod';

/** Working days that a step is given where neither its task nor its service says how many. */
export const defaultStepDays = 15;

/**
 * How the clock of a step stands. It counts working days of Morocco and stands still while the next move is not the
 * organisation's: a document is awaited, the step is blocked, the request is on hold or back with its author.
 */
export const stepDeadline = z.object({
  /** `YYYY-MM-DD`, the last day; null while the clock stands still. */
  dueOn: z.string().nullable(),
  /** Working days left, 0 on the last one, below zero when late. */
  daysLeft: z.number().int(),
});
export type StepDeadlineView = z.infer<typeof stepDeadline>;
