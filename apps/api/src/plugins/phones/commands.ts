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
    list: 'how many messages to telephones wait, were given up and left, and the newest of a state with their cause (failed unless told)',
    show: 'one message to a telephone: whose, of what kind, how often it was tried, and whether a mail left in its place',
    retry:
      'have a message to a telephone that did not leave, or all that were given up, tried again; not where a mail left in its place, and no code',
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
