/** Most pages of one document. */
export const mostPages = 40;

/** A page of text is well read with this; a phone's line carries six of them in a minute. */
const usualBytes = 450_000;
/** What a page costs beside its picture. */
const frameBytes = 1_500;

/** Bytes that the picture of each page may have, so that all stay below the limit. */
export function bytesPerPage(count: number, limit: number): number {
  return Math.min(usualBytes, Math.floor(limit / Math.max(1, count)) - frameBytes);
}

/** Bytes of the document that these pictures make. */
export function documentBytes(pictures: readonly number[]): number {
  return pictures.reduce((sum, bytes) => sum + bytes + frameBytes, 0);
}

/** From good to what can still be read: JPEG quality, and share of the 150 dots per inch. */
export const qualities = [
  { quality: 0.8, scale: 1 },
  { quality: 0.65, scale: 1 },
  { quality: 0.5, scale: 1 },
  { quality: 0.5, scale: 0.8 },
  { quality: 0.4, scale: 0.65 },
  { quality: 0.35, scale: 0.5 },
  { quality: 0.3, scale: 0.35 },
] as const;
