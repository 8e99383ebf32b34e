import type { Readable } from 'node:stream';

/**
 * The scanner was there and gave no verdict on this file, which may be why it hung or fell; it may have one on the next.
 */
export class NoVerdict extends Error {}

/** Tells whether a file carries a virus. */
export interface Scanner {
  /**
   * @returns the virus's name, or null for a clean file
   * @throws NoVerdict when it cannot say, anything else when it is away: such a file is not clean
   */
  scan(content: Readable): Promise<string | null>;
}
