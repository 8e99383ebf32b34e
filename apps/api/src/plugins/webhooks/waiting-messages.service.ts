import { deliveriesKeptDays, mostWaiting, waitsAtMostDays } from '@wasl/contracts/plugins/webhooks';

import type { Deps } from '../../platform/program/deps.ts';
import { deliveriesRepository } from './deliveries.repository.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Gives up what waits for an address beyond what it may: the oldest beyond {@link mostWaiting}, and what nobody took for
 * {@link waitsAtMostDays}. The address says so to its responsables, who can have it sent again while it is kept.
 * @param most for tests
 */
export async function boundWaiting(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  most: number = mostWaiting,
): Promise<void> {
  const now = clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const dropped = await deliveriesRepository(db).dropExcess({
    now,
    most,
    dueBefore: daysAgo(waitsAtMostDays),
    saidSince: daysAgo(deliveriesKeptDays),
  });
  for (const one of dropped) log.warn({ event: 'webhook messages given up', ...one });
}
