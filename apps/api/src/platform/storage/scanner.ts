import type { Readable } from 'node:stream';

/**
 * The scanner responded without a verdict on this file, possibly because the file made it hang or crash. It may have
 * one on the next file.
 */
export class NoVerdict extends Error {}

export interface Scanner {
  /**
   * @returns the virus's name, or null for a clean file
   * @throws NoVerdict when it has no result, any other error when it is unavailable: such a file does not count as clean
   */
  scan(content: Readable): Promise<string | null>;
}
