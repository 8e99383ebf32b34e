import {
  phoneOutboxRepository,
  type PhoneMessageState,
} from '../platform/phones/phone-outbox.repository.ts';
import { idOf, positional, Refusal, UsageFault, type AdminCommand } from './command.ts';
import { moment } from './table.ts';

const listedAtMost = 100;
const states: Readonly<Record<string, PhoneMessageState>> = {
  waiting: 'WAITING',
  failed: 'FAILED',
  sent: 'SENT',
};

const list: AdminCommand = {
  name: 'messages list',
  isRead: true,
  usage: '[--state <waiting, failed or sent>]',
  summary:
    'how many messages to telephones wait, were given up and left, and the newest of a state with their cause (failed unless told)',
  texts: ['state'],
  async run({ deps, print, table }, { texts }) {
    const name = texts.state ?? 'failed';
    const state = states[name];
    if (state === undefined) {
      throw new UsageFault(`--state is one of ${Object.keys(states).join(', ')}, not "${name}".`);
    }
    const outbox = phoneOutboxRepository(deps.db);
    const counts = await outbox.counts();
    print(
      `${String(counts.WAITING)} wait, ${String(counts.FAILED)} were given up, ${String(counts.SENT)} left in the last 30 days.`,
    );
    const messages = await outbox.list(state, listedAtMost);
    const rows = messages.map((message) => [
      message.id,
      message.user.email,
      message.kind,
      message.request?.numRequest ?? null,
      message.attempts,
      moment(message.createdAt),
      message.state === 'WAITING' ? moment(message.nextAttemptAt) : moment(message.sentAt),
      message.isMailed ? 'yes' : 'no',
      message.lastError,
    ]);
    const headings = [
      'Message',
      'Of',
      'Kind',
      'Request',
      'Attempts',
      'Written',
      'Next or sent',
      'Mailed',
      'Cause',
    ];
    table('messages', headings, rows);
    if (counts[state] > messages.length)
      print(`… and ${String(counts[state] - messages.length)} more`);
  },
};

const show: AdminCommand = {
  name: 'messages show',
  isRead: true,
  usage: '<id>',
  summary:
    'one message to a telephone: whose, of what kind, how often it was tried, and whether a mail left in its place',
  positionals: ['id'],
  async run({ deps, table }, given) {
    const message = await phoneOutboxRepository(deps.db).find(idOf(positional(given, 0), 'The id'));
    if (message === null)
      throw new Refusal('There is no message of this id; sent ones go after 30 days.');
    const rows = [
      ['Of', message.user.email],
      ['By', message.user.messagePhone?.channel ?? null],
      ['Kind', message.kind],
      ['Request', message.request?.numRequest ?? null],
      ['State', message.state.toLowerCase()],
      ['Written', moment(message.createdAt)],
      ['Attempts', message.attempts],
      ['Next attempt', message.state === 'WAITING' ? moment(message.nextAttemptAt) : null],
      ['Sent', moment(message.sentAt)],
      ['Mailed in its place', message.isMailed ? 'yes' : 'no'],
      ['Cause', message.lastError],
    ];
    table('message', [`Message ${String(message.id)}`, 'Value'], rows);
  },
};

const retry: AdminCommand = {
  name: 'messages retry',
  usage: '[<id>] [--failed]',
  summary:
    'have a message to a telephone that did not leave, or all that were given up, tried again; not where a mail left in its place, and no code',
  optional: ['id'],
  flags: ['failed'],
  async run({ deps, print }, given) {
    const text = positional(given, 0);
    const isAll = given.flags.failed === true;
    if ((text === '') !== isAll) throw new UsageFault('Name the id of a message, or say --failed.');
    const ids = isAll ? null : [idOf(text, 'The id')];
    const count = await phoneOutboxRepository(deps.db).retry(ids, deps.clock.now());
    if (count === 0 && !isAll)
      throw new Refusal(
        'There is no such message, it was sent already, a mail left in its place, or it is a code.',
      );
    deps.log.info({ event: 'phone messages tried again', by: 'administrator', count });
    print(
      `${String(count)} messages are tried again within seconds, or in the morning, while the server runs.`,
    );
  },
};

export const messagesCommands = [list, show, retry];
