import type { Sealing } from '../auth/sealing.ts';
import type { Clock } from '../program/clock.ts';
import type { Db } from '../database/db.ts';
import { langOf } from '../i18n/lang-of.ts';
import type { Logger } from '../program/logger.ts';
import { queueWorker, type OutboxSender } from '../queue/queue-worker.ts';
import { doubling } from '../queue/retries.ts';
import { calendarFile } from './calendar.ts';
import { composeMail, composePluginMail, isTemplate } from './compose.ts';
import type { MailContent } from './content.ts';
import type { PluginMail } from './define-mail.ts';
import { mailHtml, mailText } from './layout.ts';
import { outboxRepository, type DueMail } from './outbox.repository.ts';
import { refusableKinds } from './mails/index.ts';
import { openLink, SealedBefore } from './sealed-links.ts';
import type { MailTemplates } from './mails/index.ts';
import type { MailTransport } from './transport.ts';
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts';

const sentAtOnce = 10;
/** A mail fails after two days, or after five refusals of this very mail. */
export const mailRetries = doubling(2, 15 * 60, 200);
const refusedRetries = doubling(2, 15 * 60, 5);

/**
 * Whether the server refused this mail for good: a 5xx for its recipient or its content. A refusal of the sender
 * (address or permission: 5.3, 5.7) affects every mail, so it counts as an outage and is retried.
 */
function isRefusal(error: unknown): boolean {
  const { responseCode, command, response } = error as Record<string, unknown>;
  if (typeof responseCode !== 'number' || responseCode < 500) return false;
  if (command !== 'RCPT TO' && command !== 'DATA') return false;
  return !/^\d{3}[ -]5\.[37]\./.test(String(response));
}

/** Reason for the administrator: the code, and the server's reply if there is one. */
function reasonOf(error: unknown): string {
  const { code, response } = error as Record<string, unknown>;
  const words = typeof response === 'string' ? ` ${response.replaceAll(/\s+/g, ' ')}` : '';
  return `${typeof code === 'string' ? code.slice(0, 40) : 'ERROR'}${words}`.slice(0, 300);
}

/** Sends the outbox: each mail at least once, in order, with growing retry delays while the server is down. */
export function mailSender(deps: {
  db: Db;
  clock: Clock;
  log: Logger;
  transport: MailTransport;
  from: string;
  publicUrl: string;
  unsubscribing: UnsubscribeTokens;
  sealing: Sealing;
  ofPlugins?: readonly PluginMail<never>[];
}): OutboxSender {
  const { clock, log, transport } = deps;
  const outbox = outboxRepository(deps.db);

  // The outbox wrote the rows, and its types match parameters and template.
  const contentOf = ({ template, userId, isUnproven, ...mail }: DueMail): MailContent => {
    const lang = langOf(mail.lang);
    const opened = openLink(deps.sealing, mail.params);
    const ofPlugin = deps.ofPlugins?.find((one) => one.template === template);
    if (ofPlugin !== undefined)
      return composePluginMail(ofPlugin, opened as never, lang, deps.publicUrl, { isUnproven });
    if (!isTemplate(template)) throw new Error(`There is no mail template ${template}`);
    const params = opened as MailTemplates[typeof template];
    const kinds = refusableKinds(template, params);
    const unsubscribeToken =
      userId === null || kinds.length === 0 ? null : deps.unsubscribing.sign({ userId, kinds });
    return composeMail(template, params, lang, deps.publicUrl, { unsubscribeToken, isUnproven });
  };

  const sendOne = async (mail: DueMail): Promise<void> => {
    try {
      const content = contentOf(mail);
      await transport.send({
        id: mail.id,
        messageKey: mail.messageKey,
        from: deps.from,
        to: mail.to,
        subject: content.subject,
        html: mailHtml(content),
        text: mailText(content),
        lang: content.lang,
        calendar: calendarFile(
          content,
          { organizer: /[^\s<>]+@[^\s<>]+/.exec(deps.from)?.[0] ?? '', mailKey: mail.messageKey },
          clock.now(),
        ),
        unsubscribe: content.unsubscribe,
      });
    } catch (error) {
      const retries = isRefusal(error) ? refusedRetries : mailRetries;
      const pause = error instanceof SealedBefore ? null : retries(mail.attempts);
      const isLast = pause === null;
      log[isLast ? 'error' : 'warn']({
        event: isLast ? 'mail.abandoned' : 'mail.send_failed',
        mailId: mail.id,
        template: mail.template,
        attempts: mail.attempts,
        err: error,
      });
      const retryAt = isLast ? null : new Date(clock.now().getTime() + pause * 1000);
      await outbox.markFailed(mail.id, reasonOf(error), retryAt);
      return;
    }
    await outbox.markSent(mail.id, clock.now());
    log.info({
      event: 'mail.sent',
      mailId: mail.id,
      template: mail.template,
      attempts: mail.attempts,
    });
  };

  const { runDue, stop, ...worker } = queueWorker<DueMail>(deps, {
    name: 'mails',
    table: 'outbox_mails',
    countsAttempts: true,
    now: () => clock.now(),
    atOnce: sentAtOnce,
    take: async (lease, limit) => await outbox.take(clock.now(), lease, limit),
    work: sendOne,
  });
  return {
    ...worker,
    sendDue: runDue,
    stop: async () => {
      await stop();
      transport.close();
    },
  };
}
