import type { MessageTree } from '@wasl/contracts';

/**
 * Refusals that the client words itself: before a call, or for answers of other servers. The server sends the text of
 * all others, so their texts are not bundled (build/client-words.ts).
 */
export const ownRefusals = [
  'INTERNAL',
  'UNAVAILABLE',
  'NOT_FOUND',
  'STATE_CONFLICT',
  'STEP_CLOSED',
  'STEP_FULLY_CLAIMED',
  'REQUEST_ON_HOLD',
  'DOCUMENT_MISSING',
  'DOCUMENT_INFECTED',
  'FILE_TOO_LARGE',
  'LOGO_NOT_IMAGE',
  'LOGO_TOO_LARGE',
  'FILE_NOT_PDF',
  'FILE_NOT_IMAGE',
  'FILE_NOT_VIDEO',
  'FILE_NOT_CSV',
  'FILE_NOT_XLSX',
  'WORKBOOK_XLS',
  'WORKBOOK_ODS',
] as const satisfies readonly (keyof MessageTree['errors'])[];

export type OwnRefusal = (typeof ownRefusals)[number];

/** Shared catalogue as bundled for the client. */
export type ClientWords = Omit<MessageTree, 'errors'> & {
  readonly errors: Pick<MessageTree['errors'], OwnRefusal>;
};
