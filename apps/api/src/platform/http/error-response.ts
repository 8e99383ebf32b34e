import {
  errorStatus,
  issueKey,
  type ErrorBody,
  type ErrorCode,
  type Lang,
  type ValidationKey,
} from '@wasl/contracts';
import multer from 'multer';
import type { z } from 'zod';

import { isConflict, isUnavailable } from '../database/db.ts';
import type { Words } from '../i18n/words.ts';
import { ApiError, type FieldFault } from './api-error.ts';

const maxFaults = 100;

/**
 * Picks the relevant branch of a union issue. An `id` distinguishes two forms, such as an existing and a new
 * organisation. Then it returns the issues of the form that the caller sent, otherwise the issue itself.
 */
function meant(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const forms = issue.errors.filter((form) => !form.some(({ path }) => path[0] === 'id'));
  const [only] = forms;
  if (only === undefined || forms.length > 1 || forms.length === issue.errors.length)
    return [issue];
  return only.map((fault) => ({ ...fault, path: [...issue.path, ...fault.path] }));
}

export function faultsOf(error: z.ZodError): FieldFault[] {
  const issues = error.issues.flatMap(meant);
  return issues.slice(0, maxFaults).map((issue) => ({
    path: issue.path.map(String).join('.').slice(0, 200),
    key: issueKey(issue),
  }));
}

// Limits of a multipart body. Every other error of multer is about the form of the body.
const multerCodes = {
  LIMIT_FILE_SIZE: 'FILE_TOO_LARGE',
  LIMIT_PART_COUNT: 'MALFORMED_BODY',
  LIMIT_FILE_COUNT: 'INVALID_INPUT',
  LIMIT_FIELD_KEY: 'MALFORMED_BODY',
  LIMIT_FIELD_VALUE: 'PAYLOAD_TOO_LARGE',
  LIMIT_FIELD_COUNT: 'MALFORMED_BODY',
  LIMIT_UNEXPECTED_FILE: 'INVALID_INPUT',
} as Record<string, ErrorCode | undefined>;

/** Code of an Express error: an undecodable path, or an unknown page. */
function fromExpress(error: { expose?: unknown; status?: unknown }): ErrorCode | undefined {
  if (error.expose !== true && error.expose !== undefined) return undefined;
  if (error.status === 404) return 'NOT_FOUND';
  if (error.status === 400 || error.status === 403) return 'MALFORMED_BODY';
  return undefined;
}

/** Maps anything thrown to the caller's error. An unexpected error becomes INTERNAL. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof multer.MulterError) {
    const fields =
      error.field === undefined
        ? []
        : [{ path: error.field.slice(0, 100), key: 'unexpectedFile' as const }];
    const code = multerCodes[error.code] ?? 'MALFORMED_BODY';
    return new ApiError(code, { cause: error, ...(code === 'INVALID_INPUT' ? { fields } : {}) });
  }
  if (error instanceof URIError) return new ApiError('MALFORMED_BODY', { cause: error });
  if (isConflict(error)) return new ApiError('STATE_CONFLICT', { cause: error });
  if (isUnavailable(error))
    return new ApiError('UNAVAILABLE', { cause: error, retryAfterSeconds: 5 });
  if (typeof error === 'object' && error !== null) {
    if ((error as { code?: unknown }).code === 'ENOSPC')
      return new ApiError('UNAVAILABLE', { cause: error });
    const code = fromExpress(error);
    if (code) return new ApiError(code, { cause: error });
  }
  return new ApiError('INTERNAL', { cause: error });
}

/** Status and body of the answer in the reader's language. */
export function errorAnswer(
  error: ApiError,
  words: Words,
  lang: Lang,
  requestId: string,
): { status: number; body: ErrorBody } {
  const textOf = (key: ValidationKey): string => words[lang].validation[key];
  const { fields, lines, details, current } = error.options;
  return {
    status: errorStatus[error.code],
    body: {
      code: error.code,
      message: words[lang].errors[error.code],
      ...(fields && fields.length > 0
        ? { errors: fields.map(({ path, key }) => ({ path, code: key, message: textOf(key) })) }
        : {}),
      ...(lines ? { errors: [...lines] } : {}),
      ...(details === undefined ? {} : { details }),
      ...(current === undefined ? {} : { current }),
      requestId,
    },
  };
}
