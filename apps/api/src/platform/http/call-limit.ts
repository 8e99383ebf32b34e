import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import { ApiError } from './api-error.ts';

export interface CallLimit {
  /** @throws ApiError TOO_MANY_REQUESTS with the seconds to wait */
  take(userId: string): Promise<void>;
}

/**
 * A wide limit over all calls of one account: copying an organisation's data takes hours and becomes visible. The
 * counters are in memory, because one more statement for each call would cost too much. Each process counts separately.
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
