import { z } from 'zod';

import {
  draftElsewhere,
  keptAnswerNow,
  organisationNow,
  ownerNow,
  savedView,
  stepNow,
} from './conflicts.ts';

/** Every error code a call can answer, with its HTTP status. The words are in `messages/`. */
export const errorStatus = {
  INVALID_INPUT: 400,
  MALFORMED_BODY: 400,
  TOKEN_INVALID: 400,
  IMPORT_INVALID: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  SECOND_FACTOR_REQUIRED: 401,
  SECOND_FACTOR_WRONG: 401,
  FORBIDDEN: 403,
  SECOND_FACTOR_SETUP: 403,
  RESPONSIBLE_REQUIRED: 403,
  EMAIL_NOT_CONFIRMED: 403,
  SIGN_UP_PASSWORD_REQUIRED: 403,
  ACCOUNT_PENDING_APPROVAL: 403,
  ACCOUNT_DISABLED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  EMAIL_TAKEN: 409,
  ORGANISATION_TAKEN: 409,
  ALREADY_EXISTS: 409,
  ALREADY_UPLOADED: 409,
  ALREADY_IMPORTED: 409,
  STATE_CONFLICT: 409,
  STEP_FULLY_CLAIMED: 409,
  STEP_CLOSED: 409,
  REQUEST_ON_HOLD: 409,
  OTHERS_AT_WORK: 409,
  CLOSING_STANDS: 409,
  STEP_CHANGED: 409,
  PROFILE_CHANGED: 409,
  OWNER_CHANGED: 409,
  VIEW_CHANGED: 409,
  ANSWER_CHANGED: 409,
  DRAFT_CHANGED: 409,
  ANSWERED_MEANWHILE: 409,
  FILE_BEING_CHECKED: 409,
  FILE_INFECTED: 409,
  ACCOUNT_OPENED: 409,
  INVITED_RECENTLY: 409,
  RATING_CLOSED: 409,
  RATING_TOO_EARLY: 409,
  OWN_ACCESS: 409,
  LAST_RESPONSIBLE: 409,
  WEBHOOKS_OFF: 409,
  PAYLOAD_TOO_LARGE: 413,
  FILE_TOO_LARGE: 413,
  LOGO_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  FILE_NOT_PDF: 415,
  FILE_NOT_IMAGE: 415,
  LOGO_NOT_IMAGE: 415,
  FILE_NOT_VIDEO: 415,
  FILE_NOT_CSV: 415,
  FILE_NOT_XLSX: 415,
  JOURNEY_OR_SERVICES: 422,
  JOURNEY_CLOSED: 422,
  QUALIFICATION_REQUIRED: 422,
  DOCUMENT_MISSING: 422,
  DOCUMENT_INFECTED: 422,
  DOCUMENT_NOT_EXPECTED: 422,
  NOT_ELIGIBLE: 422,
  QUOTA_EXCEEDED: 422,
  PDF_DAMAGED: 422,
  PDF_LOCKED: 422,
  PDF_ACTIVE: 422,
  LOGO_DIMENSIONS: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;
export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

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
    .union([stepNow, organisationNow, ownerNow, savedView, keptAnswerNow, draftElsewhere])
    .optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
