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
  /** Refused members; their sentences are put in the reader's language when the answer is written. */
  readonly fields?: readonly FieldFault[];
  /** Faults of an imported file, already in the reader's language. */
  readonly lines?: readonly LineError[];
  /** Numbers and words that explain the refusal to a program (a not-eligible reason, a limit). */
  readonly details?: unknown;
  /** What is there now, where the change was made on something older; see {@link changedMeanwhile}. */
  readonly current?: NonNullable<ErrorBody['current']>;
  /** Seconds after which trying again makes sense. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** What a service throws to refuse: `throw new ApiError('STATE_CONFLICT')`. The words come from the catalogues. */
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

/** Shorthand for one refused member. */
export function invalidField(path: string, key: ValidationKey): ApiError {
  return new ApiError('INVALID_INPUT', { fields: [{ path, key }] });
}

/** Refuses a change that was made on an older version, with what is there now. */
export function changedMeanwhile<C extends ConflictCode>(code: C, current: CurrentOf<C>): ApiError {
  return new ApiError(code, { current });
}
