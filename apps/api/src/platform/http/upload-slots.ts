import { networkOf } from '../auth/network.ts';
import { ApiError } from './api-error.ts';

/** Slots for concurrent uploads, from the first byte to the answer. */
export interface UploadSlots {
  /**
   * Takes a slot; the returned function releases it.
   * @param actorId null without a session: then the address counts
   * @throws ApiError TOO_MANY_REQUESTS when the caller has too many uploads, UNAVAILABLE when the process has
   */
  take(actorId: string | null, address: string): () => void;
}

export interface UploadLimits {
  readonly perProcess: number;
  readonly perPerson: number;
  /** Without a session. Many people may share one address. */
  readonly perAddress: number;
}

/** A browser sends at most six concurrent calls to one host, so ten are enough for one person. */
export const uploadLimits: UploadLimits = { perProcess: 200, perPerson: 10, perAddress: 40 };

const retryAfterSeconds = 5;

/** Limits the concurrent uploads of this process, so that a slow store or connection cannot accumulate them. */
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
