import {
  errorStatus,
  type ConflictCode,
  type CurrentOf,
  type ErrorBody,
  type ErrorCode,
  type LineError,
  type ValidationKey,
} from '@wasl/contracts';

/** One refused member: its dotted path and the catalogue key of the sentence. */
export interface FieldFault {
  readonly path: string;
  readonly key: ValidationKey;
}

export interface ApiErrorOptions {
  /** Refused members. Their sentences are translated when the answer is written. */
  readonly fields?: readonly FieldFault[];
  /** Faults of an imported file, already translated. */
  readonly lines?: readonly LineError[];
  /** Machine-readable details of the refusal, such as a not-eligible reason or a limit. */
  readonly details?: unknown;
  /** The current version, when the change was based on an older one; see {@link changedMeanwhile}. */
  readonly current?: NonNullable<ErrorBody['current']>;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/**
 * Error that a service throws to refuse a call: `throw new ApiError('STATE_CONFLICT')`. The catalogues contain its sentences.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly options: ApiErrorOptions;
  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.options = options;
  }
  get status(): number {
    return errorStatus[this.code];
  }
}

/** Creates the error for one refused member. */
export function invalidField(path: string, key: ValidationKey): ApiError {
  return new ApiError('INVALID_INPUT', { fields: [{ path, key }] });
}

export function changedMeanwhile<C extends ConflictCode>(code: C, current: CurrentOf<C>): ApiError {
  return new ApiError(code, { current });
}
