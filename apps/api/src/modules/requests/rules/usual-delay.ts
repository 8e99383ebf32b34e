import type { UsualDelay } from '@wasl/contracts';

/** How many requests of a kind must be closed before anything is called usual; the pages of words (`PAGE_FONCTIONNEMENT`, `PAGE_QUESTIONS`) say it. */
const fewest = 20;

/** Days from submission to the end over the closed requests of a kind; null where there are none. */
export interface Quartiles {
  readonly count: number;
  readonly low: number | null;
  readonly median: number | null;
  readonly high: number | null;
}

const wholeDays = (days: number): number => Math.max(1, Math.round(days));

/** What is usual for a kind of request, in whole days (at least one); null while too few were closed. */
export function usualDelayOf({ count, low, median, high }: Quartiles): UsualDelay | null {
  if (count < fewest || low === null || median === null || high === null) return null;
  return { count, low: wholeDays(low), median: wholeDays(median), high: wholeDays(high) };
}

/** A request ends with the slowest of its services; where one of them is unknown, so is the whole. */
export function slowest(delays: readonly (UsualDelay | null)[]): UsualDelay | null {
  let longest: UsualDelay | null = null;
  for (const delay of delays) {
    if (delay === null) return null;
    if (longest === null || delay.median > longest.median) longest = delay;
  }
  return longest;
}
