import { testKind } from '@wasl/contracts/plugins/webhooks';

import type { Sealing } from '../../platform/auth/sealing.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Clock } from '../../platform/program/clock.ts';
import type { Logger } from '../../platform/program/logger.ts';
import { queueWorker, type PluginWorker } from '../../platform/queue/queue-worker.ts';
import { deliveriesRepository, type DueMessage } from './deliveries.repository.ts';
import { signedMessage } from './message.ts';
import type { Outcome, Poster } from './post-message.ts';
import { hasFailedTooLong, webhookRetries } from './schedule.ts';
import { sealedAbout } from './sealed-secret.ts';

/** Maximum concurrent deliveries of this process, and of one address. */
const mostAtOnce = 40;
const mostOfOne = 2;
const gone = 410;
const lastWaitMs = 5000;

type Tally = Record<'delivered' | 'failed' | 'given_up' | 'disabled', number>;

/**
 * Sends messages to organisations' addresses: at least once, several concurrently, and never one message by two
 * processes. The shutdown waits a few seconds for running deliveries and releases the rest.
 */
export function webhookSender(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly sealing: Sealing;
  readonly poster: Poster;
  /** `WEBHOOKS=off`: nothing is sent. */
  readonly isOn: boolean;
}): PluginWorker {
  const { clock, log, sealing, poster } = deps;
  const rows = deliveriesRepository(deps.db);
  let isCut = false;
  const tally: Tally = { delivered: 0, failed: 0, given_up: 0, disabled: 0 };

  async function attempt(message: DueMessage): Promise<Outcome> {
    const about = sealedAbout(message.endpointId);
    const sealed = [
      message.secret,
      ...(message.secretBefore === null ? [] : [message.secretBefore]),
    ];
    const secrets = sealed.flatMap((one) => sealing.open(one, about) ?? []);
    if (secrets.length === 0)
      return { isDelivered: false, httpStatus: null, fault: 'SECRET_LOST', durationMs: 0 };
    const { id, kind, data, createdAt } = message;
    const signed = signedMessage({ id, kind, data, at: createdAt }, secrets, clock.now());
    return await poster.post(message.url, { body: signed.body, headers: { ...signed.headers } });
  }

  async function send(message: DueMessage, holder: string): Promise<void> {
    const { id, endpointId, kind, attempts } = message;
    const outcome = await attempt(message);
    // Aborted by this shutdown: the address has not failed, and another process sends it.
    if (isCut && !outcome.isDelivered) return;
    const now = clock.now();
    const isTest = kind === testKind;
    const pause = isTest || outcome.httpStatus === gone ? null : webhookRetries(attempts);
    const retryAt =
      outcome.isDelivered || pause === null ? null : new Date(now.getTime() + pause * 1000);
    const failingSince = await rows.storeOutcome(message, holder, outcome, retryAt, now);
    tally[outcome.isDelivered ? 'delivered' : retryAt === null ? 'given_up' : 'failed'] += 1;
    const { httpStatus, fault, durationMs } = outcome;
    const line = { deliveryId: id, endpointId, kind, attempts, httpStatus, fault, durationMs };
    if (outcome.isDelivered) {
      log.info({ event: 'webhook.delivered', ...line });
      return;
    }
    log.warn({
      event: retryAt === null ? 'webhook.abandoned' : 'webhook.delivery_failed',
      ...line,
    });
    const reason =
      httpStatus === gone
        ? 'GONE'
        : failingSince !== null && !isTest && hasFailedTooLong(failingSince, now, attempts)
          ? 'FAILING'
          : null;
    if (reason === null || !(await rows.disable(endpointId, reason, now))) return;
    tally.disabled += 1;
    log.warn({ event: 'webhook.disabled', endpointId, reason });
  }

  const { runDue, ...worker } = queueWorker<DueMessage>(deps, {
    name: 'webhooks',
    table: 'webhook_deliveries',
    countsAttempts: true,
    now: () => clock.now(),
    atOnce: mostAtOnce,
    isLimitedByGroup: true,
    take: async (lease, limit, underWay) => {
      if (!deps.isOn) return [];
      const busy = new Map<string, number>();
      for (const { endpointId } of underWay) busy.set(endpointId, (busy.get(endpointId) ?? 0) + 1);
      return await rows.take({ now: clock.now(), lease, limit, ofOne: mostOfOne, busy });
    },
    work: send,
    lastWaitMs,
    cut: async () => {
      isCut = true;
      await poster.close();
    },
  });
  return {
    ...worker,
    sendDue: runDue,
    wakesOn: 'webhook',
    outcomes: {
      series: 'wasl_webhook_attempts_total',
      help: 'Messages to other systems that this process sent, by outcome: failed is tried again, given_up is not; disabled counts addresses',
      counts: tally,
    },
  };
}
