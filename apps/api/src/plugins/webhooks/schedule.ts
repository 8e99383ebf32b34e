import { listed } from '../../platform/queue/retries.ts';

const minute = 60;
const hour = 60 * minute;

/** As Standard Webhooks recommends; the first attempt follows the event at once. */
export const webhookRetries = listed([
  ...[5, 5 * minute, 30 * minute],
  ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
]);

/** An address that has failed for so long is told no more. */
const failsAtMostMs = 5 * 24 * hour * 1000;
/** Attempts at one message before its failure says anything of the address: more than half an hour of them. */
const attemptsThatCount = 4;

/** Whether an address whose message has failed once more has failed for too long. */
export function hasFailedTooLong(failingSince: Date, now: Date, attempts: number): boolean {
  return attempts >= attemptsThatCount && now.getTime() - failingSince.getTime() >= failsAtMostMs;
}
