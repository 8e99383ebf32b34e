import { phoneOutboxRepository } from './phone-outbox.repository.ts';
import { outboxCommands } from '../../admin/outbox-commands.ts';

type Repository = ReturnType<typeof phoneOutboxRepository>;
type Message = Awaited<ReturnType<Repository['list']>>[number];

const of = ({ user }: Message) => user.email;
const kind = ({ kind: its }: Message) => its;
const request = ({ request: its }: Message) => its?.numRequest ?? null;
const mailed = ({ isMailed }: Message) => (isMailed ? 'yes' : 'no');

export const messagesCommands = outboxCommands<Message>({
  noun: 'message',
  queue: 'telephones',
  summaries: {
    list: 'numbers of waiting, failed and sent text messages, and the newest of one state with their cause',
    show: 'one text message: person, kind, attempts, and whether a mail replaced it',
    retry:
      'send a failed text message, or all of them, again; codes and replaced messages are excluded',
  },
  open: phoneOutboxRepository,
  listed: {
    before: [
      ['Of', of],
      ['Kind', kind],
      ['Request', request],
    ],
    after: [['Mailed', mailed]],
  },
  shown: {
    before: [
      ['Of', of],
      ['By', ({ user }) => user.messagePhone?.channel ?? null],
      ['Kind', kind],
      ['Request', request],
    ],
    after: [['Mailed in its place', mailed]],
  },
  retried: {
    refusal:
      'There is no such message, it was sent already, a mail left in its place, or it is a code.',
    soon: 'within seconds, or in the morning',
  },
});
