import {
  deliveriesShown,
  type WebhookForm,
  type WebhookKind,
} from '@wasl/contracts/plugins/webhooks';
import type { Prisma } from '@wasl/db';
import { sql } from 'kysely';

import { nameColumns } from '../../modules/partners/index.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';

const webhookColumns = {
  id: true,
  partnerId: true,
  url: true,
  description: true,
  kinds: true,
  createdAt: true,
  createdById: true,
  confirmedById: true,
  endsAt: true,
  pausedAt: true,
  failingSince: true,
  offAt: true,
  offReason: true,
  secretBeforeUntil: true,
  dropped: true,
  droppedAt: true,
} as const satisfies Prisma.WebhookEndpointSelect;
export type WebhookRow = Prisma.WebhookEndpointGetPayload<{ select: typeof webhookColumns }>;

const deliveryColumns = {
  id: true,
  kind: true,
  state: true,
  createdAt: true,
  attempts: true,
  lastAttemptAt: true,
  nextAttemptAt: true,
  httpStatus: true,
  fault: true,
  durationMs: true,
} as const satisfies Prisma.WebhookDeliverySelect;
export type DeliveryRow = Prisma.WebhookDeliveryGetPayload<{ select: typeof deliveryColumns }>;

/** Columns of a message that is replayed. */
const retryFrom = (now: Date) =>
  ({ state: 'WAITING', attempts: 0, nextAttemptAt: now, heldBy: null, heldUntil: null }) as const;

function addresses(db: Db) {
  return {
    async list(partnerId: number): Promise<WebhookRow[]> {
      return await db.webhookEndpoint.findMany({
        where: { partnerId },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: webhookColumns,
      });
    },

    async find(partnerId: number, id: string): Promise<WebhookRow | null> {
      return await db.webhookEndpoint.findFirst({
        where: { id, partnerId },
        select: webhookColumns,
      });
    },

    async count(partnerId: number): Promise<number> {
      return await db.webhookEndpoint.count({ where: { partnerId } });
    },

    async create(
      webhook: Omit<WebhookForm, 'kinds'> & {
        readonly id: string;
        readonly partnerId: number;
        readonly kinds: readonly WebhookKind[];
        readonly secret: string;
        readonly createdAt: Date;
        readonly createdById: string;
      },
    ): Promise<WebhookRow> {
      const data = { ...webhook, kinds: [...webhook.kinds] };
      return await db.webhookEndpoint.create({ data, select: webhookColumns });
    },

    /** Waiting messages go to the new address, whose failures are reset. */
    async change(
      id: string,
      { kinds, ...form }: Omit<WebhookForm, 'kinds'> & { readonly kinds: readonly WebhookKind[] },
      isElsewhere: boolean,
    ): Promise<WebhookRow> {
      return await db.webhookEndpoint.update({
        where: { id },
        data: { ...form, kinds: [...kinds], ...(isElsewhere ? { failingSince: null } : {}) },
        select: webhookColumns,
      });
    },

    async pause(id: string, now: Date): Promise<WebhookRow> {
      return await db.webhookEndpoint.update({
        where: { id },
        data: { pausedAt: now },
        select: webhookColumns,
      });
    },

    async confirm(id: string, confirmedById: string): Promise<WebhookRow> {
      return await db.webhookEndpoint.update({
        where: { id },
        data: { confirmedById, endsAt: null },
        select: webhookColumns,
      });
    },

    /** Enables the address and resets its failures. */
    async resume(id: string): Promise<WebhookRow> {
      return await db.webhookEndpoint.update({
        where: { id },
        data: {
          pausedAt: null,
          offAt: null,
          offReason: null,
          offToldAt: null,
          failingSince: null,
        },
        select: webhookColumns,
      });
    },

    /** Replaces the sealed secret. The previous one still signs until `beforeUntil`. */
    async replaceSecret(id: string, secret: string, beforeUntil: Date): Promise<WebhookRow> {
      const { secret: before } = await db.webhookEndpoint.findUniqueOrThrow({
        where: { id },
        select: { secret: true },
      });
      return await db.webhookEndpoint.update({
        where: { id },
        data: { secret, secretBefore: before, secretBeforeUntil: beforeUntil },
        select: webhookColumns,
      });
    },

    async remove(id: string): Promise<void> {
      await db.webhookEndpoint.delete({ where: { id }, select: { id: true } });
    },

    /** Disabled addresses whose responsables are not notified yet. */
    async unnotified(): Promise<string[]> {
      const off = await db.webhookEndpoint.findMany({
        where: { offAt: { not: null }, offToldAt: null },
        select: { id: true },
        take: 100,
      });
      return off.map(({ id }) => id);
    },

    /** Marks the notification as done; null where another process did so, or the address is enabled again. */
    async markNotified(id: string, now: Date) {
      const where = { id, offAt: { not: null }, offToldAt: null };
      const { count } = await db.webhookEndpoint.updateMany({ where, data: { offToldAt: now } });
      if (count === 0) return null;
      return await db.webhookEndpoint.findUniqueOrThrow({
        where: { id },
        select: { ...webhookColumns, partner: { select: nameColumns } },
      });
    },

    /** Names of the makers by id; erased people are absent. */
    async names(ids: readonly string[]): Promise<Map<string, string>> {
      const people = await db.user.findMany({
        where: { id: { in: [...new Set(ids)] } },
        select: { id: true, prenom: true, nom: true },
      });
      return new Map(people.map(({ id, prenom, nom }) => [id, `${prenom} ${nom}`.trim()]));
    },
  };
}

function deliveries(db: Db) {
  return {
    /** Wakes the senders of all processes after the commit. Events on steps do so by their triggers. */
    async wakeSenders(): Promise<void> {
      const signal = build.selectNoFrom(sql<string>`pg_notify('wasl', 'webhook')::text`.as('sent'));
      await rows(db, signal);
    },

    async deliveries(endpointId: string): Promise<DeliveryRow[]> {
      return await db.webhookDelivery.findMany({
        where: { endpointId },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: deliveriesShown,
        select: deliveryColumns,
      });
    },

    async addDelivery(endpointId: string, kind: string, now: Date): Promise<DeliveryRow> {
      return await db.webhookDelivery.create({
        data: { endpointId, kind, data: {}, createdAt: now, nextAttemptAt: now },
        select: deliveryColumns,
      });
    },

    /** Null for another address's message, or one in progress. */
    async replay(endpointId: string, id: string, now: Date): Promise<DeliveryRow | null> {
      const where = {
        id,
        endpointId,
        OR: [{ heldUntil: null }, { heldUntil: { lt: now } }],
      };
      const { count } = await db.webhookDelivery.updateMany({ where, data: retryFrom(now) });
      return count === 0
        ? null
        : await db.webhookDelivery.findUniqueOrThrow({ where: { id }, select: deliveryColumns });
    },

    async hasDelivery(endpointId: string, id: string): Promise<boolean> {
      return (await db.webhookDelivery.count({ where: { id, endpointId } })) > 0;
    },

    /** Excludes tests. @returns the number of waiting messages */
    async replayFailed(
      endpointId: string,
      kinds: readonly WebhookKind[],
      since: Date,
      now: Date,
    ): Promise<number> {
      const { count } = await db.webhookDelivery.updateMany({
        where: {
          endpointId,
          state: 'FAILED',
          createdAt: { gte: since },
          kind: { in: [...kinds] },
        },
        data: retryFrom(now),
      });
      return count;
    },
  };
}

/** Addresses and messages of organisations. Sealed secrets are written here but never read. */
export function webhooksRepository(db: Db) {
  return { ...addresses(db), ...deliveries(db) };
}
