import type { MessageTree } from '@wasl/contracts';

/**
 * Refusals that the client says by itself: before it asks, or where an answer is none of ours. All others arrive in words
 * with the server's answer, and do not travel with a page (build/client-words.ts).
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
] as const satisfies readonly (keyof MessageTree['errors'])[];

export type OwnRefusal = (typeof ownRefusals)[number];

/** The shared words, as far as they travel to a page. */
export type ClientWords = Omit<MessageTree, 'errors'> & {
  readonly errors: Pick<MessageTree['errors'], OwnRefusal>;
};
