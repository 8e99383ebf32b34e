import type { Lang } from '@wasl/contracts';

import type { Sealing } from '../../platform/auth/sealing.ts';
import type { Clock } from '../../platform/program/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import { langOf } from '../../platform/i18n/lang-of.ts';
import type { Logger } from '../../platform/program/logger.ts';
import { queueWorker, type OutboxSender } from '../../platform/queue/queue-worker.ts';
import { doubling } from '../../platform/queue/retries.ts';
import { GatewayError, wireChannels, type PhoneGateway } from './gateway.ts';
import { isNight, startOfDay, type Night } from './night.ts';
import { phoneOutboxRepository, type DuePhoneMessage } from './phone-outbox.repository.ts';
import { codeText, requestText, shortLink } from './phone-text.ts';

const sentAtOnce = 10;
/** Nine attempts in nine minutes: later news is better read in a mail. */
export const phoneRetries = doubling(2, 4 * 60, 9);

/** Text and address of a waiting message, or the reason why it is not sent. */
type Reading =
  | {
      readonly text: string;
      readonly lang: Lang;
      readonly to: string;
      readonly channel: 'sms' | 'whatsapp';
    }
  | { readonly refusal: string };

/** Sealing purpose of a person's code. */
export const sealedFor = (userId: string): string => `phone ${userId}`;

/**
 * Sends phone messages: once each by the gateway's idempotency key, with growing retry delays while it is down. The
 * replaced mail goes out when a message is not sent.
 */
export function phoneSender(deps: {
  db: Db;
  clock: Clock;
  log: Logger;
  gateway: PhoneGateway;
  /** False when the gateway is removed from the settings: waiting messages then go out as mails. */
  hasGateway: boolean;
  publicUrl: string;
  sealing: Sealing;
  /** Limit for one person on one day, codes excluded. */
  mostPerDay: number;
  /** Hours in which only codes are sent. */
  night: Night;
  /** Called where mails leave in the place of a message. */
  wakeOutboxes: () => void;
}): OutboxSender {
  const { clock, log } = deps;
  const outbox = phoneOutboxRepository(deps.db);

  const read = (message: DuePhoneMessage): Reading => {
    if (!deps.hasGateway) return { refusal: 'NO_GATEWAY' };
    const { userId, kind, number, channel, requestId, numRequest } = message;
    if (number === null || channel === null) return { refusal: 'NO_NUMBER' };
    const lang = langOf(message.lang);
    const place = { lang, to: number, channel: wireChannels[channel] };
    if (kind === 'CODE') {
      const { sealedCode, codeExpiresAt } = message;
      if (sealedCode === null || codeExpiresAt === null || codeExpiresAt <= clock.now())
        return { refusal: 'CODE_OVER' };
      const code = deps.sealing.open(sealedCode, sealedFor(userId));
      return code === undefined
        ? { refusal: 'SEALED_BEFORE' }
        : { ...place, text: codeText(lang, code) };
    }
    // The person may have changed their preferences since it was written.
    if (!message.isVerified || !message.isWanted) return { refusal: 'NOT_WANTED' };
    if (message.isUnreachable) return { refusal: 'NUMBER_UNREACHABLE' };
    if (requestId === null || numRequest === null) return { refusal: 'NO_REQUEST' };
    if (message.isRepeated) return { refusal: 'SAID_ALREADY' };
    if (message.today >= deps.mostPerDay) return { refusal: 'ENOUGH_TODAY' };
    const link = shortLink(deps.publicUrl, requestId);
    return { ...place, text: requestText(lang, kind, { numRequest, link }) };
  };

  const giveUp = async (message: DuePhoneMessage, reason: string): Promise<void> => {
    const isMailed = await outbox.giveUp(message.id, reason, clock.now());
    log.info({ event: 'phone.send_failed', phoneMessageId: message.id, reason, isMailed });
    if (isMailed) deps.wakeOutboxes();
  };

  const fail = async (message: DuePhoneMessage, to: string, error: unknown): Promise<void> => {
    const reason = reasonOf(error);
    const isAnswer = error instanceof GatewayError;
    if (isAnswer && error.isUnknownNumber)
      await outbox.markUnreachable(message.userId, to, clock.now());
    const pause = isAnswer && error.isFinal ? null : phoneRetries(message.attempts);
    log.warn({
      event: 'phone.message_refused',
      phoneMessageId: message.id,
      attempts: message.attempts,
      reason,
      isLast: pause === null,
    });
    if (pause === null) {
      await giveUp(message, reason);
      return;
    }
    await outbox.tryAgain(message.id, reason, new Date(clock.now().getTime() + pause * 1000));
  };

  const sendOne = async (message: DuePhoneMessage): Promise<void> => {
    const reading = read(message);
    if ('refusal' in reading) {
      await giveUp(message, reading.refusal);
      return;
    }
    const { kind, key } = message;
    try {
      await deps.gateway.send({ id: `msg_${key}`, kind, ...reading });
    } catch (error) {
      await fail(message, reading.to, error);
      return;
    }
    await outbox.markSent(message.id, clock.now());
    log.info({ event: 'phone.message_sent', phoneMessageId: message.id, kind });
  };

  const { runDue, ...worker } = queueWorker<DuePhoneMessage>(deps, {
    name: 'telephones',
    table: 'phone_messages',
    countsAttempts: true,
    now: () => clock.now(),
    atOnce: sentAtOnce,
    take: async (lease, limit) => {
      const now = clock.now();
      const when = { isNight: isNight(now, deps.night), startOfDay: startOfDay(now) };
      return await outbox.take(now, when, lease, limit);
    },
    work: sendOne,
  });
  return { ...worker, sendDue: runDue };
}

/** Reason for the administrator, without the number and the text. */
function reasonOf(error: unknown): string {
  if (error instanceof GatewayError) return `GATEWAY ${String(error.status)} ${error.word}`.trim();
  const { cause, name } = error as { cause?: { code?: unknown }; name?: unknown };
  if (name === 'TimeoutError') return 'TIMEOUT';
  return typeof cause?.code === 'string' ? cause.code.slice(0, 40) : 'NETWORK';
}
