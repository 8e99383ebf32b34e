import { randomUUID } from 'node:crypto';

import { boundsOfDay, type BodyOf, type Endpoints } from '@wasl/contracts';
import {
  maxWebhooks,
  secretOverlapHours,
  testKind,
  webhookKinds,
  type DeliveryView,
  type WebhookView,
} from '@wasl/contracts/plugins/webhooks';

import {
  actsRepository,
  asResponsible,
  requireOwn,
  type ActKind,
} from '../../modules/integrations/index.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { sentByHand } from './limits.ts';
import { AddressRefused, checkReach } from './addresses.ts';
import { newSecret } from './message.ts';
import type { Reach } from './reach.ts';
import { sealedAbout } from './sealed-secret.ts';
import { presentDelivery, presentWebhook } from './webhooks.presenter.ts';
import { webhooksRepository, type WebhookRow } from './webhooks.repository.ts';

const hourMs = 60 * 60 * 1000;

export type WebhooksDeps = Pick<
  Deps,
  'db' | 'clock' | 'log' | 'sealing' | 'settings' | 'limits'
> & { readonly reach: Reach };

function webhookTools({ db, clock, log, settings, limits, reach }: WebhooksDeps) {
  async function present(tx: Db, rows: readonly WebhookRow[]): Promise<WebhookView[]> {
    const ids = rows.flatMap(({ createdById, confirmedById }) => [
      createdById,
      confirmedById ?? [],
    ]);
    const names = await webhooksRepository(tx).names(ids.flat());
    const now = clock.now();
    return rows.map((row) => presentWebhook(row, names, now));
  }
  async function presentOne(tx: Db, row: WebhookRow): Promise<WebhookView> {
    const [view] = await present(tx, [row]);
    if (view === undefined) throw new Error('An address that is there has gone');
    return view;
  }

  /** @throws ApiError NOT_FOUND also for an address of another organisation */
  async function found(tx: Db, partnerId: number, id: string): Promise<WebhookRow> {
    const row = await webhooksRepository(tx).find(partnerId, id);
    if (row === null) throw new ApiError('NOT_FOUND');
    return row;
  }

  async function note(tx: Db, kind: ActKind, row: WebhookRow, actor: Actor) {
    const { id, partnerId, description } = row;
    await actsRepository(tx).record({
      kind,
      partnerId,
      subjectId: id,
      name: description,
      byId: actor.userId,
      at: clock.now(),
    });
    // The address itself may contain a secret.
    log.info({ event: 'webhook.changed', act: kind, webhookId: id, partnerId, by: actor.userId });
  }

  function requireOn(): void {
    if (!reach.isOn) throw new ApiError('WEBHOOKS_OFF');
  }

  /** @throws ApiError INVALID_INPUT */
  async function checkAddress(text: string): Promise<void> {
    const refuse = (key: 'httpsOnly' | 'addressRefused'): never => {
      throw new ApiError('INVALID_INPUT', { fields: [{ path: 'url', key }] });
    };
    const url = new URL(text);
    if (settings.production && url.protocol !== 'https:') refuse('httpsOnly');
    try {
      await checkReach(url, reach.allowedPrivate);
    } catch (error) {
      log.info({
        event: 'webhook.address_refused',
        host: url.hostname,
        isInside: error instanceof AddressRefused,
      });
      // Unknown and internal names get the same answer.
      refuse('addressRefused');
    }
  }

  /** Runs a manual send: checks the rate limit and that the address is enabled. */
  async function asSending<T>(
    actor: Actor,
    partnerId: number,
    id: string,
    work: (tx: Db, row: WebhookRow) => Promise<T>,
  ): Promise<T> {
    requireOwn(actor, partnerId);
    await limits.consume(sentByHand, { account: `partner ${String(partnerId)}` });
    return await asResponsible(db, actor, partnerId, async (tx) => {
      const row = await found(tx, partnerId, id);
      if (row.offAt !== null) throw new ApiError('STATE_CONFLICT');
      const answer = await work(tx, row);
      await webhooksRepository(tx).wakeSenders();
      return answer;
    });
  }

  return { present, presentOne, found, note, requireOn, checkAddress, asSending };
}
type WebhookTools = ReturnType<typeof webhookTools>;

function addressActs(
  { db, clock, sealing, limits }: WebhooksDeps,
  { present, presentOne, found, note, requireOn, checkAddress }: WebhookTools,
) {
  return {
    /** @throws ApiError NOT_FOUND, RESPONSIBLE_REQUIRED, as all functions here */
    async list(actor: Actor, partnerId: number): Promise<WebhookView[]> {
      return await asResponsible(db, actor, partnerId, async (tx) =>
        present(tx, await webhooksRepository(tx).list(partnerId)),
      );
    },

    /** @throws ApiError INVALID_INPUT for an address that is not public; QUOTA_EXCEEDED, WEBHOOKS_OFF */
    async create(
      actor: Actor,
      partnerId: number,
      { url, description, kinds }: BodyOf<Endpoints['createWebhook']>,
    ): Promise<{ webhook: WebhookView; secret: string }> {
      requireOwn(actor, partnerId);
      requireOn();
      await limits.consume(sentByHand, { account: `partner ${String(partnerId)}` });
      await checkAddress(url);
      const id = randomUUID();
      const secret = newSecret();
      const webhook = await asResponsible(db, actor, partnerId, async (tx) => {
        const webhooks = webhooksRepository(tx);
        if ((await webhooks.count(partnerId)) >= maxWebhooks) throw new ApiError('QUOTA_EXCEEDED');
        const row = await webhooks.create({
          id,
          partnerId,
          url,
          description,
          kinds,
          secret: sealing.seal(secret, sealedAbout(id)),
          createdAt: clock.now(),
          createdById: actor.userId,
        });
        await note(tx, 'WEBHOOK_MADE', row, actor);
        return await presentOne(tx, row);
      });
      return { webhook, secret };
    },

    /**
     * Idempotent. The secret stays, so that a receiver can move. A disabled address stays disabled until a responsable
     * enables it.
     * @throws ApiError as {@link create}
     */
    async update(
      actor: Actor,
      partnerId: number,
      id: string,
      form: BodyOf<Endpoints['updateWebhook']>,
    ): Promise<WebhookView> {
      requireOwn(actor, partnerId);
      requireOn();
      await limits.consume(sentByHand, { account: `partner ${String(partnerId)}` });
      const { url } = await asResponsible(db, actor, partnerId, (tx) => found(tx, partnerId, id));
      // The name lookup runs outside of the transaction, as in `create`.
      if (url !== form.url) await checkAddress(form.url);
      return await asResponsible(db, actor, partnerId, async (tx) => {
        const webhooks = webhooksRepository(tx);
        const row = await found(tx, partnerId, id);
        const isSame =
          row.url === form.url &&
          row.description === form.description &&
          row.kinds.toSorted().join() === form.kinds.toSorted().join();
        if (isSame) return await presentOne(tx, row);
        const after = await webhooks.change(id, form, row.url !== form.url);
        await note(tx, 'WEBHOOK_CHANGED', after, actor);
        await webhooks.wakeSenders();
        return await presentOne(tx, after);
      });
    },

    /** Idempotent. */
    async setState(
      actor: Actor,
      partnerId: number,
      id: string,
      state: 'active' | 'paused',
    ): Promise<WebhookView> {
      return await asResponsible(db, actor, partnerId, async (tx) => {
        const webhooks = webhooksRepository(tx);
        const row = await found(tx, partnerId, id);
        const isPaused = row.pausedAt !== null;
        if (state === 'paused' ? isPaused || row.offAt !== null : !isPaused && row.offAt === null)
          return await presentOne(tx, row);
        // The agent who enables an address becomes responsible for it.
        if (row.offAt !== null) await webhooks.confirm(id, actor.userId);
        const after =
          state === 'paused' ? await webhooks.pause(id, clock.now()) : await webhooks.resume(id);
        await note(tx, state === 'paused' ? 'WEBHOOK_PAUSED' : 'WEBHOOK_RESUMED', row, actor);
        await webhooks.wakeSenders();
        return await presentOne(tx, after);
      });
    },

    /** @throws ApiError STATE_CONFLICT for a disabled address */
    async confirm(actor: Actor, partnerId: number, id: string): Promise<WebhookView> {
      return await asResponsible(db, actor, partnerId, async (tx) => {
        const row = await found(tx, partnerId, id);
        if (row.offAt !== null) throw new ApiError('STATE_CONFLICT');
        if (row.endsAt === null) return await presentOne(tx, row);
        const after = await webhooksRepository(tx).confirm(id, actor.userId);
        await note(tx, 'WEBHOOK_CONFIRMED', row, actor);
        return await presentOne(tx, after);
      });
    },

    /** The previous secret also signs for a day; an earlier one no longer does. */
    async rotate(
      actor: Actor,
      partnerId: number,
      id: string,
    ): Promise<{ webhook: WebhookView; secret: string }> {
      const secret = newSecret();
      const webhook = await asResponsible(db, actor, partnerId, async (tx) => {
        const row = await found(tx, partnerId, id);
        const until = new Date(clock.now().getTime() + secretOverlapHours * hourMs);
        const sealed = sealing.seal(secret, sealedAbout(id));
        const after = await webhooksRepository(tx).replaceSecret(id, sealed, until);
        await note(tx, 'WEBHOOK_SECRET_CHANGED', row, actor);
        return await presentOne(tx, after);
      });
      return { webhook, secret };
    },

    async remove(actor: Actor, partnerId: number, id: string): Promise<{ id: string }> {
      return await asResponsible(db, actor, partnerId, async (tx) => {
        const row = await found(tx, partnerId, id);
        await webhooksRepository(tx).remove(id);
        await note(tx, 'WEBHOOK_DELETED', row, actor);
        return { id };
      });
    },
  };
}

/** Reading and manual sending of messages. */
function deliveryActs({ db, clock }: WebhooksDeps, { found, requireOn, asSending }: WebhookTools) {
  return {
    async deliveries(actor: Actor, partnerId: number, id: string): Promise<DeliveryView[]> {
      return await asResponsible(db, actor, partnerId, async (tx) => {
        await found(tx, partnerId, id);
        return (await webhooksRepository(tx).deliveries(id)).map(presentDelivery);
      });
    },

    /** @throws ApiError STATE_CONFLICT for a disabled address; WEBHOOKS_OFF; TOO_MANY_REQUESTS */
    async test(actor: Actor, partnerId: number, id: string): Promise<DeliveryView> {
      requireOn();
      return await asSending(actor, partnerId, id, async (tx) =>
        presentDelivery(await webhooksRepository(tx).addDelivery(id, testKind, clock.now())),
      );
    },

    /** @throws ApiError NOT_FOUND; STATE_CONFLICT also for a message in progress; TOO_MANY_REQUESTS */
    async replay(
      actor: Actor,
      partnerId: number,
      id: string,
      deliveryId: string,
    ): Promise<DeliveryView> {
      return await asSending(actor, partnerId, id, async (tx) => {
        const webhooks = webhooksRepository(tx);
        if (!(await webhooks.hasDelivery(id, deliveryId))) throw new ApiError('NOT_FOUND');
        const row = await webhooks.replay(id, deliveryId, clock.now());
        if (row === null) throw new ApiError('STATE_CONFLICT');
        return presentDelivery(row);
      });
    },

    /** @throws ApiError STATE_CONFLICT for a disabled address; TOO_MANY_REQUESTS */
    async replayFailed(
      actor: Actor,
      partnerId: number,
      id: string,
      day: string,
    ): Promise<{ count: number }> {
      const { start } = boundsOfDay(day);
      return await asSending(actor, partnerId, id, async (tx) => ({
        count: await webhooksRepository(tx).replayFailed(id, webhookKinds, start, clock.now()),
      }));
    },
  };
}

/** Webhook addresses of an organisation, managed by its responsables. */
export function webhooksService(deps: WebhooksDeps) {
  const tools = webhookTools(deps);
  return { ...addressActs(deps, tools), ...deliveryActs(deps, tools) };
}
