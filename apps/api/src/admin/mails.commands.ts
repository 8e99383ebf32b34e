import { outboxRepository, type OutboxState } from '../platform/mail/outbox.repository.ts';
import { idOf, positional, Refusal, UsageFault, type AdminCommand } from './command.ts';
import { moment } from './table.ts';

const listedAtMost = 100;
const states: Readonly<Record<string, OutboxState>> = {
  waiting: 'WAITING',
  failed: 'FAILED',
  sent: 'SENT',
};

const list: AdminCommand = {
  name: 'mails list',
  isRead: true,
  usage: '[--state <waiting, failed or sent>]',
  summary:
    'how many mails wait, were given up and left, and the newest of a state with their cause (failed unless told)',
  texts: ['state'],
  async run({ deps, print, table }, { texts }) {
    const name = texts.state ?? 'failed';
    const state = states[name];
    if (state === undefined) {
      throw new UsageFault(`--state is one of ${Object.keys(states).join(', ')}, not "${name}".`);
    }
    const outbox = outboxRepository(deps.db);
    const counts = await outbox.counts();
    print(
      `${String(counts.WAITING)} wait, ${String(counts.FAILED)} were given up, ${String(counts.SENT)} left in the last 30 days.`,
    );
    const mails = await outbox.list(state, listedAtMost);
    const rows = mails.map((mail) => [
      mail.id,
      mail.to,
      mail.template,
      mail.attempts,
      moment(mail.createdAt),
      mail.state === 'WAITING' ? moment(mail.nextAttemptAt) : moment(mail.sentAt),
      mail.lastError,
    ]);
    const headings = ['Mail', 'To', 'Kind', 'Attempts', 'Written', 'Next or sent', 'Cause'];
    table('mails', headings, rows);
    if (counts[state] > mails.length) print(`… and ${String(counts[state] - mails.length)} more`);
  },
};

const show: AdminCommand = {
  name: 'mails show',
  isRead: true,
  usage: '<id>',
  summary: 'one mail: to whom, of what kind, how often it was tried and why it did not leave',
  positionals: ['id'],
  async run({ deps, table }, given) {
    const mail = await outboxRepository(deps.db).find(idOf(positional(given, 0), 'The id'));
    if (mail === null)
      throw new Refusal('There is no mail of this id; sent ones go after 30 days.');
    const rows = [
      ['To', mail.to],
      ['Language', mail.lang],
      ['Kind', mail.template],
      ['State', mail.state.toLowerCase()],
      ['Written', moment(mail.createdAt)],
      ['Attempts', mail.attempts],
      ['Next attempt', mail.state === 'WAITING' ? moment(mail.nextAttemptAt) : null],
      ['Sent', moment(mail.sentAt)],
      ['Cause', mail.lastError],
    ];
    table('mail', [`Mail ${String(mail.id)}`, 'Value'], rows);
  },
};

const retry: AdminCommand = {
  name: 'mails retry',
  usage: '[<id>] [--failed]',
  summary:
    'have a mail that did not leave, or all that were given up, tried again by the running server',
  optional: ['id'],
  flags: ['failed'],
  async run({ deps, print }, given) {
    const outbox = outboxRepository(deps.db);
    const text = positional(given, 0);
    const isAll = given.flags.failed === true;
    if ((text === '') !== isAll) throw new UsageFault('Name the id of a mail, or say --failed.');
    const ids = isAll ? await outbox.failedIds() : [idOf(text, 'The id')];
    const count = await outbox.retry(ids, deps.clock.now());
    if (count === 0 && !isAll) throw new Refusal('There is no such mail, or it was sent already.');
    deps.log.info({ event: 'mails tried again', by: 'administrator', count });
    print(`${String(count)} mails are tried again within seconds, while the server runs.`);
  },
};

export const mailsCommands = [list, show, retry];
