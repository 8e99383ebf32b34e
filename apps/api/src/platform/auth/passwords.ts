import bcrypt from 'bcrypt';

import { ApiError } from '../http/api-error.ts';
import { runExclusive } from '../database/run-exclusive.ts';

/** bcrypt ignores further bytes. Longer passwords are refused, not truncated. */
export const maxPasswordBytes = 72;

export interface Passwords {
  /**
   * Both functions throw ApiError UNAVAILABLE when a hundred calls are queued.
   * @throws RangeError beyond 72 bytes: the contract refuses those before.
   */
  hash(password: string): Promise<string>;
  /** Takes the same time with and without a hash, so that timing does not reveal unknown accounts. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

/**
 * Concurrent bcrypt calls. They use libuv threads, of which Node has four, also for files and for TLS handshakes to
 * PostgreSQL. With all four busy, fifty concurrent sign-ins blocked new connections until calls got 503.
 */
const atOnce = 2;
/** Maximum queue length. Further callers get a retry: a browser does not wait longer. */
const mostInLine = 100;

export function passwords(cost: number): Passwords {
  const lines = new Map<string, Promise<void>>();
  let next = 0;
  let inside = 0;
  const inLine = async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside >= mostInLine) throw new ApiError('UNAVAILABLE');
    next = (next + 1) % atOnce;
    inside += 1;
    try {
      return await runExclusive(lines, `hash ${String(next)}`, work);
    } finally {
      inside -= 1;
    }
  };
  // A hash of a text that cannot be typed, with the same cost as real hashes.
  const dummy = bcrypt.hash(`${String(Math.random())}\u0001`, cost);
  return {
    hash: async (password) => {
      if (Buffer.byteLength(password) > maxPasswordBytes)
        throw new RangeError('Passwords have at most 72 bytes');
      return await inLine(() => bcrypt.hash(password, cost));
    },
    matches: async (password, hash) => {
      const fits = Buffer.byteLength(password) <= maxPasswordBytes && !password.includes('\0');
      const compared = hash ?? (await dummy);
      const equal = await inLine(() => bcrypt.compare(password, compared));
      return equal && fits && hash !== null;
    },
  };
}
