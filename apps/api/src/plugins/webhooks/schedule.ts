import { listed } from '../../platform/queue/retries.ts';

const minute = 60;
const hour = 60 * minute;

/** Recommended by Standard Webhooks. The first attempt follows the event at once. */
export const webhookRetries = listed([
  ...[5, 5 * minute, 30 * minute],
  ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
]);

/** An address that fails for this long is disabled. */
const failsAtMostMs = 5 * 24 * hour * 1000;
/** Attempts at one message, over more than half an hour, before its failure counts against the address. */
const attemptsThatCount = 4;

/** Whether the address has failed for too long, after another failed attempt. */
export function hasFailedTooLong(failingSince: Date, now: Date, attempts: number): boolean {
  return attempts >= attemptsThatCount && now.getTime() - failingSince.getTime() >= failsAtMostMs;
}
