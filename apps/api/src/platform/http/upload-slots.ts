import { networkOf } from '../auth/network.ts';
import { ApiError } from './api-error.ts';

/** Places for uploads under way, from the first byte to the answer. */
export interface UploadSlots {
  /**
   * Takes a place, which the returned function gives back.
   * @param actorId null without a session: the address counts then
   * @throws ApiError TOO_MANY_REQUESTS when the caller has too many under way, UNAVAILABLE when the process has
   */
  take(actorId: string | null, address: string): () => void;
}

export interface UploadLimits {
  readonly perProcess: number;
  readonly perPerson: number;
  /** Without a session: many people may sit behind one address. */
  readonly perAddress: number;
}

/** A browser sends at most six calls at once to one place; nobody's hands are busy with more than this. */
export const uploadLimits: UploadLimits = { perProcess: 200, perPerson: 10, perAddress: 40 };

const retryAfterSeconds = 5;

/** Counts uploads under way in this process: a store or a line that is slow must not gather them without end. */
export function uploadSlots(limits: UploadLimits): UploadSlots {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(actorId, address) {
      const key = actorId ?? `address ${networkOf(address)}`;
      const limit = actorId === null ? limits.perAddress : limits.perPerson;
      const own = taken.get(key) ?? 0;
      if (own >= limit) throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds });
      if (all >= limits.perProcess) throw new ApiError('UNAVAILABLE', { retryAfterSeconds });
      taken.set(key, own + 1);
      all += 1;
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        all -= 1;
        const left = (taken.get(key) ?? 1) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      };
    },
  };
}
