import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { requestDocumentCodes } from '../journeys/journeys.ts';
import { id, langQuery } from '../wire/values.ts';

/** A task and who does it; the organisation is null while none is known. */
export const routedTask = z.object({
  service: z.string(),
  organisation: z.string().nullable(),
  /** Days that half of its steps take at most, from the day on which it has them; null where too few were done to say so. */
  usualDays: z.number().int().nullable(),
});
export type RoutedTask = z.infer<typeof routedTask>;

/** How long requests of a kind usually take from submission to the end, in days: half of them between `low` and `high`. */
export const usualDelay = z.object({
  low: z.number().int(),
  median: z.number().int(),
  high: z.number().int(),
  /** How many closed requests say so. */
  count: z.number().int(),
});
export type UsualDelay = z.infer<typeof usualDelay>;

export const submissionPreview = z.object({
  /** Where the request would go if it were submitted now. */
  tasks: z.array(routedTask),
  /** Mandatory documents that were not handed in: with any of them the submission is refused. */
  missingDocuments: z.array(z.enum(requestDocumentCodes)),
  /** Documents that were handed in and that the journey does not ask for: sent along only when the submission names them. */
  unaskedDocuments: z.array(z.enum(requestDocumentCodes)),
  /** File names of documents in which a virus was found: none of them is submitted. */
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
