import bcrypt from 'bcrypt';

/** bcrypt reads no further than this; longer passwords are refused, not cut. */
export const maxPasswordBytes = 72;

export interface Passwords {
  /** @throws RangeError beyond 72 bytes: the contract refuses those before. */
  hash(password: string): Promise<string>;
  /** Compares in the same time whether there is a hash or not: an unknown account must not answer sooner. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

export function passwords(cost: number): Passwords {
  // A hash of nothing anybody can type, of the same cost as the real ones.
  const dummy = bcrypt.hash(`${String(Math.random())}\u0001`, cost);
  return {
    hash: async (password) => {
      if (Buffer.byteLength(password) > maxPasswordBytes)
        throw new RangeError('Passwords have at most 72 bytes');
      return await bcrypt.hash(password, cost);
    },
    matches: async (password, hash) => {
      const fits = Buffer.byteLength(password) <= maxPasswordBytes && !password.includes('\0');
      const equal = await bcrypt.compare(password, hash ?? (await dummy));
      return equal && fits && hash !== null;
    },
  };
}
