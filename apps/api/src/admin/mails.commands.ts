import { addressMailsRepository, outboxRepository } from '../platform/mail/outbox.repository.ts';
import { mailEligibility } from '../modules/accounts/index.ts';
import { outboxCommands } from './outbox-commands.ts';

/** Why an address gets no mail, or not every kind. */
function unsentReasons(eligibility: Awaited<ReturnType<typeof mailEligibility>>): string[] {
  const always = 'Sent mails are listed for 30 days. Several about one request become one mail.';
  if (eligibility === null)
    return [always, 'No account has this address: only what names it is written to it.'];
  const { isConfirmed, isClosed, refused } = eligibility;
  return [
    always,
    ...(isConfirmed ? [] : ['The address is not confirmed: accounts confirm.']),
    ...(isClosed ? ['Their access is closed: person history says by whom.'] : []),
    ...(refused.length > 0 ? [`They refuse mails of these kinds: ${refused.join(', ')}.`] : []),
  ];
}

export const mailsCommands = outboxCommands({
  noun: 'mail',
  queue: 'mails',
  summaries: {
    list: 'numbers of waiting, failed and sent mails, and the newest of one state with their cause',
    show: 'one mail: recipient, kind, attempts and the cause of its failure',
    retry: 'send a failed mail, or all failed mails, again',
  },
  open: outboxRepository,
  byRecipient: {
    list: async (db, to, limit) => await addressMailsRepository(db).listTo(to, limit),
    remarks: async (db, to) => unsentReasons(await mailEligibility(db, to)),
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
    refusal: 'There is no such mail, or it was sent already.',
    soon: 'within seconds',
  },
});
