import type { Endpoint, FileField } from './endpoint.ts';
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
/** Errors about the content of a file, by its kind. */
const ofKind: Readonly<Record<FileField['kind'], readonly ErrorCode[]>> = {
  pdf: ['FILE_NOT_PDF', 'PDF_DAMAGED', 'PDF_LOCKED', 'PDF_ACTIVE'],
  image: ['FILE_NOT_IMAGE'],
  logo: ['LOGO_NOT_IMAGE', 'LOGO_TOO_LARGE', 'LOGO_DIMENSIONS'],
  video: ['FILE_NOT_VIDEO'],
  csv: ['FILE_NOT_CSV'],
  xlsx: ['FILE_NOT_XLSX'],
  'request-document': ['FILE_NOT_PDF', 'FILE_NOT_VIDEO', 'PDF_DAMAGED', 'PDF_LOCKED', 'PDF_ACTIVE'],
};

/** Every error that a call may answer: those of its form, and its own. */
export function documentedErrors(endpoint: Endpoint): ReadonlySet<ErrorCode> {
  return new Set<ErrorCode>([
    ...always,
    ...(endpoint.permission === 'public' ? [] : signedIn),
    ...(endpoint.permission === 'organisation:govern' ? (['RESPONSIBLE_REQUIRED'] as const) : []),
    ...(endpoint.body || endpoint.multipart ? withBody : []),
    ...(endpoint.multipart ? (['FILE_TOO_LARGE', 'NOT_FOUND'] as const) : []),
    ...(endpoint.multipart?.files ?? []).flatMap(({ kind }) => ofKind[kind]),
    ...(endpoint.params ? (['NOT_FOUND'] as const) : []),
    ...endpoint.errors,
  ]);
}
