import { randomUUID } from 'node:crypto';

import { testKind } from '@wasl/contracts';

import type { Sealing } from '../auth/sealing.ts';
import type { Clock } from '../program/clock.ts';
import type { Db } from '../database/db.ts';
import { backgroundWork, type OutboxSender } from '../jobs/background-work.ts';
import type { Logger } from '../program/logger.ts';
import { signedMessage } from './message.ts';
import type { Outcome, Poster } from './post-message.ts';
import { hasFailedTooLong, pauseAfter } from './schedule.ts';
import { sealedAbout } from './sealed-secret.ts';
import { webhooksRepository, type DueMessage } from './webhooks.repository.ts';

/** Under way in this process at most, and of one address. */
const mostAtOnce = 40;
const mostOfOne = 2;
/** Longer than an attempt takes. */
const leaseSeconds = 60;
const pollMs = 5000;
const gone = 410;
const lastWaitMs = 5000;

/** What attempts came to since the process began. */
export type Tally = Record<'delivered' | 'failed' | 'given_up' | 'turned_off', number>;

/** Its end waits a few seconds for what is under way, and gives the rest back. */
export interface WebhookSender extends OutboxSender {
  readonly tally: Readonly<Tally>;
}

/** Sends messages to addresses of organisations: each at least once, several at a time, and none by two processes at once. */
export function webhookSender(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly sealing: Sealing;
  readonly poster: Poster;
  /** `WEBHOOKS=off`: nothing leaves. */
  readonly isOn: boolean;
}): WebhookSender {
  const { clock, log, sealing, poster } = deps;
  const rows = webhooksRepository(deps.db);
  const holder = randomUUID();
  let isCut = false;
  const underWay = new Set<Promise<void>>();
  const busy = new Map<string, number>();
  const tally: Tally = { delivered: 0, failed: 0, given_up: 0, turned_off: 0 };

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

  async function send(message: DueMessage): Promise<void> {
    const { id, endpointId, kind, attempts } = message;
    const outcome = await attempt(message);
    // Cut by ourselves: the address has not failed, and another process sends it.
    if (isCut && !outcome.isDelivered) return;
    const now = clock.now();
    const isTest = kind === testKind;
    const pause =
      isTest || outcome.httpStatus === gone ? null : pauseAfter(attempts, Math.random());
    const retryAt = outcome.isDelivered || pause === null ? null : new Date(now.getTime() + pause);
    const failingSince = await rows.settle(message, holder, outcome, retryAt, now);
    tally[outcome.isDelivered ? 'delivered' : retryAt === null ? 'given_up' : 'failed'] += 1;
    const { httpStatus, fault, durationMs } = outcome;
    const said = { deliveryId: id, endpointId, kind, attempts, httpStatus, fault, durationMs };
    if (outcome.isDelivered) {
      log.info({ event: 'webhook delivered', ...said });
      return;
    }
    log.warn({ event: retryAt === null ? 'webhook given up' : 'webhook not delivered', ...said });
    const reason =
      httpStatus === gone
        ? 'GONE'
        : failingSince !== null && !isTest && hasFailedTooLong(failingSince, now, attempts)
          ? 'FAILING'
          : null;
    if (reason === null || !(await rows.turnOff(endpointId, reason, now))) return;
    tally.turned_off += 1;
    log.warn({ event: 'webhook turned off', endpointId, reason });
  }

  function begin(message: DueMessage): void {
    const { endpointId } = message;
    busy.set(endpointId, (busy.get(endpointId) ?? 0) + 1);
    const work = send(message)
      .catch((error: unknown) => {
        log.warn({ event: 'webhook not settled', deliveryId: message.id, err: error });
      })
      .finally(() => {
        underWay.delete(work);
        const left = (busy.get(endpointId) ?? 1) - 1;
        if (left === 0) busy.delete(endpointId);
        else busy.set(endpointId, left);
        // Others of the same address may wait for this one.
        background.wake();
      });
    underWay.add(work);
  }

  /** @returns how many were begun */
  async function beginDue(): Promise<number> {
    const limit = mostAtOnce - underWay.size;
    if (!deps.isOn || isCut || limit <= 0) return 0;
    const now = clock.now();
    const due = await rows.take({ now, holder, leaseSeconds, limit, ofOne: mostOfOne, busy });
    for (const message of due) begin(message);
    return due.length;
  }

  const background = backgroundWork({
    work: async () => {
      await beginDue();
    },
    everyMs: pollMs,
    onFailure: (error) => log.warn({ event: 'webhooks not reachable', err: error }),
  });

  return {
    tally,
    wake: background.wake,
    start: background.start,
    sendDue: async () => {
      while ((await beginDue()) > 0 || underWay.size > 0) await Promise.all(underWay);
    },
    stop: async () => {
      await background.stop();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, lastWaitMs);
      });
      await Promise.race([Promise.all(underWay), late]);
      clearTimeout(timer);
      // Cut before others may begin them.
      isCut = true;
      await poster.close();
      await rows.letGo(holder).catch((error: unknown) => {
        log.warn({ event: 'webhooks not given back', err: error });
      });
    },
  };
}
