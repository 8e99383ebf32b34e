import { outboxRepository } from '../platform/mail/outbox.repository.ts';
import { outboxCommands } from './outbox-commands.ts';

export const mailsCommands = outboxCommands({
  noun: 'mail',
  summaries: {
    list: 'how many mails wait, were given up and left, and the newest of a state with their cause (failed unless told)',
    show: 'one mail: to whom, of what kind, how often it was tried and why it did not leave',
    retry:
      'have a mail that did not leave, or all that were given up, tried again by the running server',
  },
  open: (db) => {
    const outbox = outboxRepository(db);
    return {
      ...outbox,
      retry: async (ids, now) => await outbox.retry(ids ?? (await outbox.failedIds()), now),
    };
  },
  listed: {
    before: [
      ['To', ({ to }) => to],
      ['Kind', ({ template }) => template],
    ],
    after: [],
  },
  shown: {
    before: [
      ['To', ({ to }) => to],
      ['Language', ({ lang }) => lang],
      ['Kind', ({ template }) => template],
    ],
    after: [],
  },
  retried: {
    event: 'mail.retry_requested',
    refusal: 'There is no such mail, or it was sent already.',
    soon: 'within seconds',
  },
});
