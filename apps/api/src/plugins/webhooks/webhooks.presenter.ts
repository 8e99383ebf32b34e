import {
  deliveryRetentionDays,
  type DeliveryView,
  type WebhookKind,
  type WebhookView,
} from '@wasl/contracts/plugins/webhooks';

import type { DeliveryRow, WebhookRow } from './webhooks.repository.ts';

const dayMs = 24 * 60 * 60 * 1000;
const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

/** An address for the responsables of its organisation. */
export function presentWebhook(
  row: WebhookRow,
  names: ReadonlyMap<string, string>,
  now: Date,
): WebhookView {
  const { offAt, pausedAt, secretBeforeUntil, droppedAt } = row;
  // As long as they can be had again.
  const isDropped =
    droppedAt !== null && now.getTime() - droppedAt.getTime() < deliveryRetentionDays * dayMs;
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    // Written by this module, from the contract's own list.
    kinds: row.kinds as WebhookKind[],
    state: offAt !== null ? 'off' : pausedAt !== null ? 'paused' : 'active',
    offReason: row.offReason,
    since: instant(offAt ?? pausedAt),
    createdAt: row.createdAt.toISOString(),
    createdBy: names.get(row.createdById) ?? null,
    confirmedBy: names.get(row.confirmedById ?? '') ?? null,
    confirmBy: offAt === null ? instant(row.endsAt) : null,
    failingSince: instant(row.failingSince),
    secretBeforeUntil:
      secretBeforeUntil !== null && secretBeforeUntil > now ? instant(secretBeforeUntil) : null,
    dropped: isDropped ? { count: row.dropped, at: droppedAt.toISOString() } : null,
  };
}

const states = { WAITING: 'waiting', DELIVERED: 'delivered', FAILED: 'failed' } as const;

/** A message as it stands: not what it says, which its receiver has. */
export function presentDelivery(row: DeliveryRow): DeliveryView {
  return {
    id: row.id,
    // Written by triggers and this module, from the contract's own list.
    kind: row.kind as DeliveryView['kind'],
    state: states[row.state],
    createdAt: row.createdAt.toISOString(),
    attempts: row.attempts,
    lastAttemptAt: instant(row.lastAttemptAt),
    nextAttemptAt: row.state === 'WAITING' ? row.nextAttemptAt.toISOString() : null,
    httpStatus: row.httpStatus,
    // A name of the inside is told as one that is nowhere: which names there are is nobody's business. The log tells them apart.
    fault: row.fault === 'ADDRESS_REFUSED' ? 'NAME_UNKNOWN' : (row.fault as DeliveryView['fault']),
    durationMs: row.durationMs,
  };
}
