import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs `work` in at least `atLeastMs`, so that the duration does not reveal whether an account exists. The work takes a
 * small part of that time.
 */
export async function inEqualTime<T>(work: () => Promise<T>, atLeastMs = 150): Promise<T> {
  const [answer] = await Promise.all([work(), delay(atLeastMs)]);
  return answer;
}
