/** A PDF with a page for each picture, or one JPEG of both sides of a card. */
export type PaperKind = 'pdf' | 'image';

/** Page limits of one document. */
export const maxPages = { pdf: 40, image: 2 } as const satisfies Record<PaperKind, number>;

/** Bytes for a readable page of text; a phone connection uploads six of them in a minute. */
const usualBytes = 450_000;
/** Overhead of a page in bytes. */
const frameBytes = 1_500;

/** Byte limit of each picture, so that all pages stay below the limit. */
export function bytesPerPage(count: number, limit: number): number {
  return Math.min(usualBytes, Math.floor(limit / Math.max(1, count)) - frameBytes);
}

/** Size in bytes of the document with these pictures. */
export function documentBytes(pictures: readonly number[]): number {
  return pictures.reduce((sum, bytes) => sum + bytes + frameBytes, 0);
}

/** From good to barely readable: JPEG quality, and share of 150 dots per inch. */
export const qualities = [
  { quality: 0.8, scale: 1 },
  { quality: 0.65, scale: 1 },
  { quality: 0.5, scale: 1 },
  { quality: 0.5, scale: 0.8 },
  { quality: 0.4, scale: 0.65 },
  { quality: 0.35, scale: 0.5 },
  { quality: 0.3, scale: 0.35 },
] as const;
