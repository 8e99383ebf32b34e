import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import { ApiError } from './api-error.ts';

/** Counts the calls of a person, of whatever kind. */
export interface CallLimit {
  /** @throws ApiError TOO_MANY_REQUESTS with the seconds to wait */
  take(userId: string): Promise<void>;
}

/**
 * A wide limit over everything that one account asks for: who copies what an organisation may read takes hours, and is seen. In
 * the process's memory, since a statement more for each call would cost more than it saves: with several processes each
 * allows so many.
 */
export function callLimit(perMinute: number): CallLimit {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return {
    async take(userId) {
      try {
        await limiter.consume(userId);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw new ApiError('TOO_MANY_REQUESTS', {
          retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
        });
      }
    },
  };
}
