import {
  deliveryRetentionDays,
  mostWaiting,
  waitsAtMostDays,
} from '@wasl/contracts/plugins/webhooks';

import type { Deps } from '../../platform/program/deps.ts';
import { deliveriesRepository } from './deliveries.repository.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Gives up pending messages of an address: the oldest beyond {@link mostWaiting}, and those older than {@link
 * waitsAtMostDays}. The address shows this to its responsables, who can send them again while they are stored.
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
    reportedSince: daysAgo(deliveryRetentionDays),
  });
  for (const one of dropped) log.warn({ event: 'webhook.messages_abandoned', ...one });
}
