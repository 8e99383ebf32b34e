import { Refusal, UsageFault, type AdminCommand } from '../../admin/command.ts';
import { moment } from '../../admin/table.ts';
import { adminWebhooksRepository } from './admin.repository.ts';
import { deliveriesRepository } from './deliveries.repository.ts';
import type { Reach } from './reach.ts';

const shownAtMost = 20;

/** @throws UsageFault */
function webhookId(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
    throw new UsageFault(`"${text}" is no id of a webhook; webhooks list names them.`);
  return text.toLowerCase();
}
const unknown = 'There is no webhook of this id; webhooks list names them.';

function stateOf({
  offAt,
  offReason,
  pausedAt,
  failingSince,
}: {
  readonly offAt: Date | null;
  readonly offReason: string | null;
  readonly pausedAt: Date | null;
  readonly failingSince: Date | null;
}): string {
  if (offAt !== null)
    return `off since ${moment(offAt) ?? ''} (${(offReason ?? '').toLowerCase()})`;
  if (pausedAt !== null) return `paused since ${moment(pausedAt) ?? ''}`;
  return failingSince === null ? 'active' : `failing since ${moment(failingSince) ?? ''}`;
}

/** Number and date of dropped messages, because of their number or age; null: none. */
function droppedOf(row: { readonly dropped: number; readonly droppedAt: Date | null }) {
  return row.droppedAt === null ? null : `${String(row.dropped)}, ${moment(row.droppedAt) ?? ''}`;
}

const list = (reach: () => Reach): AdminCommand => ({
  name: 'webhooks list',
  usage: ['[--json]'],
  summary: 'webhook addresses of organisations, with their state',
  async run({ deps, print, table }) {
    const webhooks = adminWebhooksRepository(deps.db);
    const rows = await webhooks.list();
    const waiting = await webhooks.waiting();
    if (!reach().isOn) print('WEBHOOKS is off: no message leaves.');
    table(
      'webhooks',
      ['Webhook', 'Organisation', 'Host', 'Description', 'State', 'Waiting', 'Dropped'],
      rows.map((row) => [
        row.id,
        row.partner.title,
        new URL(row.url).host,
        row.description,
        stateOf(row),
        waiting.get(row.id) ?? 0,
        droppedOf(row),
      ]),
    );
  },
});

const show: AdminCommand = {
  name: 'webhooks show',
  usage: ['<id>', '[--json]'],
  summary: 'one webhook address: its events, its messages by state and the last ones',
  async run({ deps, table }, given) {
    const id = webhookId(given);
    const webhooks = adminWebhooksRepository(deps.db);
    const row = await webhooks.find(id);
    if (row === null) throw new Refusal(unknown);
    const counts = await webhooks.counts(id);
    table(
      'webhook',
      ['Webhook', id],
      [
        ['Organisation', `${row.partner.title} (${String(row.partnerId)})`],
        ['Address', row.url],
        ['Description', row.description],
        ['Told of', row.kinds.join(', ')],
        ['Made', moment(row.createdAt)],
        ['State', stateOf(row)],
        ['Waiting', counts.WAITING ?? 0],
        ['Delivered in 30 days', counts.DELIVERED ?? 0],
        ['Given up in 30 days', counts.FAILED ?? 0],
        ['Of these because too many waited, or too long', droppedOf(row)],
      ],
    );
    table(
      'deliveries',
      ['Message', 'Kind', 'State', 'Written', 'Attempts', 'Last attempt', 'Answer', 'ms'],
      (await webhooks.last(id, shownAtMost)).map((one) => [
        one.id,
        one.kind,
        one.state.toLowerCase(),
        moment(one.createdAt),
        one.attempts,
        moment(one.lastAttemptAt),
        one.httpStatus ?? one.fault,
        one.durationMs,
      ]),
    );
  },
};

const disable: AdminCommand = {
  name: 'webhooks disable',
  usage: ['<id>'],
  summary: 'disable a webhook address; its responsables get a notice and may enable it again',
  async run({ deps, print }, given) {
    const id = webhookId(given);
    if ((await adminWebhooksRepository(deps.db).find(id)) === null) throw new Refusal(unknown);
    if (!(await deliveriesRepository(deps.db).disable(id, 'ADMINISTRATOR', deps.clock.now())))
      throw new Refusal('It is off already.');
    deps.log.info({ event: 'webhook.disabled', by: 'administrator', webhookId: id });
    print('It gets no more messages. Its responsables are notified within minutes.');
  },
};

export const webhooksCommands = (reach: () => Reach): AdminCommand[] => [
  list(reach),
  show,
  disable,
];
