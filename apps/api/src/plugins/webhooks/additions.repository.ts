import type { DB as Tables } from '@wasl/db/tables';
import { expressionBuilder, sql } from 'kysely';

import { hasMakerLeft, type Accesses } from '../../platform/auth/accesses.repository.ts';
import { isOrganisationThere } from '../../platform/auth/active-agent.ts';
import type { Sealing } from '../../platform/auth/sealing.ts';
import type { Db } from '../../platform/database/db.ts';
import { build, rows } from '../../platform/database/statements.repository.ts';
import type { PluginQueue } from '../../platform/jobs/queues.repository.ts';
import type { PluginRetention } from '../../platform/jobs/retention.ts';
import type { SealedRows } from '../../platform/program/additions.ts';
import { isFree, now } from '../../platform/queue/queue.repository.ts';
import { deliveriesRepository } from './deliveries.repository.ts';
import { failedDeliveries } from './failed-deliveries.repository.ts';
import { sealedAbout } from './sealed-secret.ts';

/** Messages of paused addresses are not waiting. A failed message is overdue by its retry schedule. */
export const webhookQueue: PluginQueue = {
  name: 'webhooks',
  failed: failedDeliveries,
  rows: () =>
    build
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
      .innerJoin('partners as p', 'p.id', 'e.partner_id')
      .where('d.state', '<>', sql.lit('DELIVERED'))
      .select((eb) => [
        eb
          .and([eb('d.state', '=', sql.lit('WAITING')), eb('e.paused_at', 'is', null)])
          .as('waiting'),
        eb('d.state', '=', sql.lit('FAILED')).as('failed'),
        'd.held_by',
        'd.held_until',
        eb
          .case()
          .when(eb.and([isOrganisationThere(), isFree(now)]))
          .then(eb.ref('d.next_attempt_at'))
          .end()
          .as('since'),
      ]),
  gauges: [
    {
      series: 'wasl_webhooks_waiting',
      help: 'Messages to other systems that wait for an attempt',
      value: 'waiting',
    },
    {
      series: 'wasl_webhooks_late_seconds',
      help: 'How long the most overdue of them should have left',
      value: 'late',
    },
    {
      series: 'wasl_webhooks_given_up',
      help: 'Messages to other systems given up in the last 30 days',
      value: 'failed',
    },
    {
      series: 'wasl_webhooks_dropped',
      help: 'Of the messages given up, those for which too many waited, or that waited too long',
      value: build
        .selectFrom('webhook_deliveries')
        .where('state', '=', sql.lit('FAILED'))
        .where('fault', 'in', [sql.lit('TOO_MANY_WAITED'), sql.lit('WAITED_TOO_LONG')])
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull(),
    },
    {
      series: 'wasl_webhook_endpoints_off',
      help: 'Addresses of organisations that were turned off',
      value: build
        .selectFrom('webhook_endpoints')
        .where('off_at', 'is not', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull(),
    },
  ],
};

export const deliveryRetention: PluginRetention = {
  rule: {
    what: 'webhook messages, with the answer’s status',
    days: 30,
    from: 'the event',
    why: 'the organisation can send missed messages again',
  },
  count: async (db, before) =>
    await db.webhookDelivery.count({
      where: before === undefined ? {} : { createdAt: { lt: before } },
    }),
  removeBefore: async (db, before) => {
    await db.webhookDelivery.deleteMany({ where: { createdAt: { lt: before } } });
  },
};

function isUnmarked() {
  const eb = expressionBuilder<Tables & { x: Tables['webhook_endpoints'] }, 'x'>();
  return eb.and([eb('x.off_at', 'is', null), eb('x.ends_at', 'is', null), hasMakerLeft()]);
}

export const addressAccesses: Accesses = {
  withoutMaker: async (db) => {
    const query = build
      .selectFrom('webhook_endpoints as x')
      .where(isUnmarked())
      .select('x.partner_id as id')
      .distinct();
    return (await rows(db, query)).map(({ id }) => id);
  },
  mark: async (tx, partnerId, _, endsAt) => {
    const query = build
      .updateTable('webhook_endpoints as x')
      .set({ ends_at: endsAt })
      .where('x.partner_id', '=', partnerId)
      .where(isUnmarked())
      .returning('x.description as name');
    return (await rows(tx, query)).map(({ name }) => name);
  },
  endUnconfirmed: async (db, now) => {
    const where = { offAt: null, endsAt: { lte: now } };
    const due = await db.webhookEndpoint.findMany({ where, select: { id: true }, take: 100 });
    for (const { id } of due) await deliveriesRepository(db).disable(id, 'MAKER_LEFT', now);
  },
};

/** Drops a previous secret that no key opens. */
async function resealWebhooks(
  db: Db,
  sealing: Sealing,
): Promise<{ readonly sealed: number; readonly lost: number }> {
  let sealed = 0;
  let lost = 0;
  const endpoints = await db.webhookEndpoint.findMany({
    select: { id: true, secret: true, secretBefore: true },
  });
  for (const { id, secret, secretBefore } of endpoints) {
    const about = sealedAbout(id);
    const [now, before] = [secret, secretBefore].map((one) =>
      one === null ? undefined : sealing.open(one, about),
    );
    if (now === undefined) {
      lost += 1;
      continue;
    }
    // A secret that was replaced meanwhile stays.
    const { count } = await db.webhookEndpoint.updateMany({
      where: { id, secret },
      data: {
        secret: sealing.seal(now, about),
        secretBefore: before === undefined ? null : sealing.seal(before, about),
      },
    });
    sealed += count;
  }
  return { sealed, lost };
}

export const signingSecrets: SealedRows = {
  what: 'webhooks',
  reseal: resealWebhooks,
  afterLoss: 'their organisations make new ones in the profile',
};
