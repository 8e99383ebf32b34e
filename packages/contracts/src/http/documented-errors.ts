import type { Endpoint } from './endpoint.ts';
import type { ErrorCode } from './error-codes.ts';

/** Errors that every call may answer because of its form. A public call refuses keys of organisations. */
const always: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'UNAVAILABLE',
];
const signedIn: readonly ErrorCode[] = [
  'EMAIL_NOT_CONFIRMED',
  'ACCOUNT_DISABLED',
  'ACCOUNT_PENDING_APPROVAL',
  'SECOND_FACTOR_SETUP',
  'NOT_FOUND',
];
const withBody: readonly ErrorCode[] = [
  'MALFORMED_BODY',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];
const withFiles: readonly ErrorCode[] = ['FILE_TOO_LARGE'];

/** Every error that a call may answer: those of its form, and its own. */
export function documentedErrors(endpoint: Endpoint): ReadonlySet<ErrorCode> {
  return new Set<ErrorCode>([
    ...always,
    ...(endpoint.permission === 'public' ? [] : signedIn),
    ...(endpoint.permission === 'organisation:govern' ? (['RESPONSIBLE_REQUIRED'] as const) : []),
    ...(endpoint.body || endpoint.multipart ? withBody : []),
    ...(endpoint.multipart ? withFiles : []),
    ...endpoint.errors,
  ]);
}
