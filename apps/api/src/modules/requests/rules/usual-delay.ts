import type { UsualDelay } from '@wasl/contracts';

/**
 * Closed requests required for a usual delay. The help texts (`PAGE_FONCTIONNEMENT`, `PAGE_QUESTIONS`) state this
 * number.
 */
const fewest = 20;

/** Days from submission to the end over the closed requests of a kind; null when there are none. */
export interface Quartiles {
  readonly count: number;
  readonly low: number | null;
  readonly median: number | null;
  readonly high: number | null;
}

const wholeDays = (days: number): number => Math.max(1, Math.round(days));

/** The usual delay in whole days (at least one); null while too few requests were closed. */
export function usualDelayOf({ count, low, median, high }: Quartiles): UsualDelay | null {
  if (count < fewest || low === null || median === null || high === null) return null;
  return { count, low: wholeDays(low), median: wholeDays(median), high: wholeDays(high) };
}

/** Returns the delay of the slowest service, which ends the request; null when any is unknown. */
export function slowest(delays: readonly (UsualDelay | null)[]): UsualDelay | null {
  let longest: UsualDelay | null = null;
  for (const delay of delays) {
    if (delay === null) return null;
    if (longest === null || delay.median > longest.median) longest = delay;
  }
  return longest;
}
