import type { Db } from '../../platform/database/db.ts';

const columns = {
  id: true,
  partnerId: true,
  partner: { select: { title: true } },
  url: true,
  description: true,
  kinds: true,
  createdAt: true,
  pausedAt: true,
  failingSince: true,
  offAt: true,
  offReason: true,
  dropped: true,
  droppedAt: true,
} as const;

/** Webhook addresses of all organisations, without their secrets. */
export function adminWebhooksRepository(db: Db) {
  return {
    async list() {
      return await db.webhookEndpoint.findMany({
        orderBy: [{ partnerId: 'asc' }, { createdAt: 'asc' }],
        select: columns,
      });
    },

    async find(id: string) {
      return await db.webhookEndpoint.findUnique({ where: { id }, select: columns });
    },

    /** Number of waiting messages by address; addresses without any are absent. */
    async waiting(): Promise<Map<string, number>> {
      const rows = await db.webhookDelivery.groupBy({
        by: ['endpointId'],
        where: { state: 'WAITING' },
        _count: true,
      });
      return new Map(rows.map(({ endpointId, _count }) => [endpointId, _count]));
    },

    /** Number of an address's messages by state. */
    async counts(endpointId: string): Promise<Readonly<Record<string, number>>> {
      const rows = await db.webhookDelivery.groupBy({
        by: ['state'],
        where: { endpointId },
        _count: true,
      });
      return Object.fromEntries(rows.map(({ state, _count }) => [state, _count]));
    },

    async last(endpointId: string, limit: number) {
      return await db.webhookDelivery.findMany({
        where: { endpointId },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
        select: {
          id: true,
          kind: true,
          state: true,
          createdAt: true,
          attempts: true,
          lastAttemptAt: true,
          httpStatus: true,
          fault: true,
          durationMs: true,
        },
      });
    },
  };
}
