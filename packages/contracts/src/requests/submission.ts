import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { missingQuestion } from '../journeys/questions.ts';
import { id, langQuery } from '../wire/values.ts';

/** A task with its organisation, null while none is known. */
export const routedTask = z.object({
  service: z.string(),
  organisation: z.string().nullable(),
  /** Median days of its steps, from the assignment; null while too few were done for an estimate. */
  usualDays: z.number().int().nullable(),
});
export type RoutedTask = z.infer<typeof routedTask>;

/** Usual days from submission to the end for requests of a kind: half of them are between `low` and `high`. */
export const usualDelay = z.object({
  low: z.number().int(),
  median: z.number().int(),
  high: z.number().int(),
  /** Number of closed requests behind the estimate. */
  count: z.number().int(),
});
export type UsualDelay = z.infer<typeof usualDelay>;

export const submissionPreview = z.object({
  /** Where the request would go if it were submitted now. */
  tasks: z.array(routedTask),
  /** Missing mandatory documents: any of them refuses the submission. */
  missingDocuments: z.array(z.string()),
  /** Required questions without an answer: any of them refuses the submission. */
  missingQuestions: z.array(missingQuestion),
  /** Uploaded documents that the journey does not require: sent only when the submission names them. */
  unaskedDocuments: z.array(z.string()),
  /** File names of infected documents: none of them is submitted. */
  infectedDocuments: z.array(z.string()),
  /** False when the journey has closed meanwhile. */
  isJourneyOpen: z.boolean(),
  usualDelay: usualDelay.nullable(),
});
export type SubmissionPreview = z.infer<typeof submissionPreview>;

export const submissionCalls = defineArea('requests', {
  previewSubmission: {
    route: 'GET /requests/:id/submission',
    permission: 'request:write',
    summary: 'What submitting a draft would do: where it goes, what is missing; nothing is changed',
    params: z.object({ id }),
    query: z.object({ lang: langQuery }),
    response: submissionPreview,
    errors: ['STATE_CONFLICT'],
  },
});
