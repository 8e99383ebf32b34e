import {
  deliveryRetentionDays,
  type DeliveryView,
  type WebhookKind,
  type WebhookView,
} from '@wasl/contracts/plugins/webhooks';

import type { DeliveryRow, WebhookRow } from './webhooks.repository.ts';

const dayMs = 24 * 60 * 60 * 1000;
const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

export function presentWebhook(
  row: WebhookRow,
  names: ReadonlyMap<string, string>,
  now: Date,
): WebhookView {
  const { offAt, pausedAt, secretBeforeUntil, droppedAt } = row;
  // While they can be replayed.
  const isDropped =
    droppedAt !== null && now.getTime() - droppedAt.getTime() < deliveryRetentionDays * dayMs;
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    // This module writes only kinds of the contract.
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

/** A message without its payload, which the receiver has. */
export function presentDelivery(row: DeliveryRow): DeliveryView {
  return {
    id: row.id,
    // Triggers and this module write only kinds of the contract.
    kind: row.kind as DeliveryView['kind'],
    state: states[row.state],
    createdAt: row.createdAt.toISOString(),
    attempts: row.attempts,
    lastAttemptAt: instant(row.lastAttemptAt),
    nextAttemptAt: row.state === 'WAITING' ? row.nextAttemptAt.toISOString() : null,
    httpStatus: row.httpStatus,
    // An internal name looks like an unknown one, so that the portal does not reveal internal names. The log
    // distinguishes them.
    fault: row.fault === 'ADDRESS_REFUSED' ? 'NAME_UNKNOWN' : (row.fault as DeliveryView['fault']),
    durationMs: row.durationMs,
  };
}
