import bcrypt from 'bcrypt';

import { ApiError } from '../http/api-error.ts';
import { runExclusive } from '../database/run-exclusive.ts';

/** bcrypt reads no further than this; longer passwords are refused, not cut. */
export const maxPasswordBytes = 72;

export interface Passwords {
  /** Both throw ApiError UNAVAILABLE where a hundred stand in line. @throws RangeError beyond 72 bytes: the contract refuses those before. */
  hash(password: string): Promise<string>;
  /** Compares in the same time whether there is a hash or not: an unknown account must not answer sooner. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

/**
 * Hashes that are computed at once. They hold threads that Node has four of, for files and for the handshake of a connection to
 * PostgreSQL as well: fifty people who signed in at once kept new connections waiting until calls were answered 503.
 */
const atOnce = 2;
/** Who would stand behind these is asked to come again: it would be longer than a browser waits. */
const mostInLine = 100;

export function passwords(cost: number): Passwords {
  const lines = new Map<string, Promise<void>>();
  let turn = 0;
  let inside = 0;
  const inLine = async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside >= mostInLine) throw new ApiError('UNAVAILABLE');
    turn = (turn + 1) % atOnce;
    inside += 1;
    try {
      return await runExclusive(lines, `hash ${String(turn)}`, work);
    } finally {
      inside -= 1;
    }
  };
  // A hash of nothing anybody can type, of the same cost as the real ones.
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
