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

/** One issue of the input: dotted path of the member, stable code, and a sentence. */
export const fieldErrorSchema = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
});
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** Issues of one line of an imported file; `line` as a spreadsheet numbers it. */
export const lineErrorSchema = z.object({
  line: z.number().int().positive(),
  errors: z.array(z.string()),
});
export type LineError = z.infer<typeof lineErrorSchema>;

export const errorBodySchema = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  errors: z.union([z.array(fieldErrorSchema), z.array(lineErrorSchema)]).optional(),
  details: z.unknown().optional(),
  /**
   * The current version, when a change was based on an older one: STEP_CHANGED, PROFILE_CHANGED, OWNER_CHANGED,
   * VIEW_CHANGED, ANSWER_CHANGED, DRAFT_CHANGED.
   */
  current: z
    .union([stepNow, organisationNow, ownerNow, savedView, savedAnswerNow, draftElsewhere])
    .optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
