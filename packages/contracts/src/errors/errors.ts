import { z } from 'zod';

import { errorCodes } from '../http/error-codes.ts';
import {
  draftElsewhere,
  savedAnswerNow,
  organisationNow,
  ownerNow,
  savedView,
  stepNow,
} from './conflicts.ts';

/** One fault of the input: where (dotted path of the member), what (stable word), and a sentence. */
export const fieldErrorSchema = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
});
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** Faults of one line of an imported file; `line` as a spreadsheet numbers it. */
export const lineErrorSchema = z.object({
  line: z.number().int().positive(),
  errors: z.array(z.string()),
});
export type LineError = z.infer<typeof lineErrorSchema>;

/** The body of every answer that is not a success. */
export const errorBodySchema = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  errors: z.union([z.array(fieldErrorSchema), z.array(lineErrorSchema)]).optional(),
  details: z.unknown().optional(),
  /** What is there now, where a change was made on something older: STEP_CHANGED, PROFILE_CHANGED, OWNER_CHANGED, VIEW_CHANGED, ANSWER_CHANGED, DRAFT_CHANGED. */
  current: z
    .union([stepNow, organisationNow, ownerNow, savedView, savedAnswerNow, draftElsewhere])
    .optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
