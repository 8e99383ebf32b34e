const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds from a failed attempt to the next, as Standard Webhooks recommends; the first follows the event at once. */
const pauses = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** An address that has failed for so long is told no more. */
const failsAtMostMs = 5 * 24 * hour;
/** Attempts at one message before its failure says anything of the address: more than half an hour of them. */
const attemptsThatCount = 4;
/** Up to a tenth more, so that messages that failed together do not come back together. */
const jitter = 0.1;

/**
 * Milliseconds until the next attempt, null after the last.
 * @param attempts made so far, one at least
 * @param chance from 0 up to 1, of the jitter
 */
export function pauseAfter(attempts: number, chance: number): number | null {
  const pause = pauses[attempts - 1];
  return pause === undefined ? null : Math.round(pause * (1 + jitter * chance));
}

/** Whether an address whose message has failed once more has failed for too long. */
export function hasFailedTooLong(failingSince: Date, now: Date, attempts: number): boolean {
  return attempts >= attemptsThatCount && now.getTime() - failingSince.getTime() >= failsAtMostMs;
}
