import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import type { Db } from '../../platform/database/db.ts';
import { openDeps } from '../../platform/program/open-deps.ts';
import { configurePlugins } from '../../platform/program/plugin.ts';
import { leased } from '../../platform/queue/queue.repository.ts';
import { movableClock } from '../../testing/account-samples.ts';
import { useTestApp } from '../../testing/index.ts';
import { receiver, type Answer } from '../../testing/receiver.ts';
import { deliveriesRepository } from './deliveries.repository.ts';
import { webhooks } from './index.ts';
import { newSecret } from './message.ts';
import { sealedAbout } from './sealed-secret.ts';
import { aWebhook, senderOf, type WebhookColumns } from './testing/index.ts';
import { boundWaiting } from './waiting-messages.service.ts';

const clock = movableClock();
let target: Awaited<ReturnType<typeof receiver>>;
let answer: (url: string) => Answer | null = () => ({ status: 204 });
const app = useTestApp({ clock, env: { WEBHOOKS: '127.0.0.1/32' } });
beforeAll(async () => {
  target = await receiver(({ url }) => answer(url));
});
afterAll(() => target.close());
beforeEach(async () => {
  answer = () => ({ status: 204 });
  target.received.length = 0;
  await app.db.webhookEndpoint.deleteMany();
});

async function anEndpoint(over: WebhookColumns = {}) {
  const id = crypto.randomUUID();
  const secret = newSecret();
  const sealed = app.deps.sealing.seal(secret, sealedAbout(id));
  return { ...(await aWebhook(app, { id, url: target.url, ...over, secret: sealed })), secret };
}
const aMessage = async (endpointId: string, over: { kind?: string } = {}) =>
  await app.db.webhookDelivery.create({
    data: { endpointId, kind: 'step.updated', data: { stepId: 7 }, ...over },
  });
const rowOf = (id: string) => app.db.webhookDelivery.findUniqueOrThrow({ where: { id } });
const endpointOf = (id: string) => app.db.webhookEndpoint.findUniqueOrThrow({ where: { id } });
const hours = (count: number) => clock.advance(count * 3600);

it('a message is delivered once, signed, with a stable id', async () => {
  const { id: endpointId, secret } = await anEndpoint();
  const { id, createdAt } = await aMessage(endpointId);
  await senderOf(app).sendDue();
  await senderOf(app).sendDue();
  const [got] = target.received;
  expect(target.received).toHaveLength(1);
  expect(got?.headers['webhook-id']).toBe(id);
  expect(
    new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>),
  ).toEqual({
    type: 'step.updated',
    timestamp: createdAt.toISOString(),
    data: { stepId: 7 },
  });
  expect(await rowOf(id)).toMatchObject({
    state: 'DELIVERED',
    attempts: 1,
    httpStatus: 204,
    fault: null,
    heldBy: null,
  });
});

it('a message is tried ten times in three days with one id, and then given up', async () => {
  answer = () => ({ status: 500 });
  const { id: endpointId } = await anEndpoint();
  const { id } = await aMessage(endpointId);
  const waited: number[] = [];
  for (let n = 1; n <= 10; n += 1) {
    await senderOf(app).sendDue();
    expect(target.received).toHaveLength(n);
    const { nextAttemptAt, state } = await rowOf(id);
    expect(state).toBe(n < 10 ? 'WAITING' : 'FAILED');
    const seconds = (nextAttemptAt.getTime() - clock.now().getTime()) / 1000;
    if (n < 10) waited.push(seconds);
    clock.advance(Math.max(0, seconds) - 1);
    await senderOf(app).sendDue();
    expect(target.received).toHaveLength(n);
    clock.advance(2);
  }
  const planned = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
  for (const [n, seconds] of planned.entries()) {
    expect(waited[n]).toBeGreaterThan(seconds - 4);
    expect(waited[n]).toBeLessThanOrEqual(seconds * 1.1 + 1);
  }
  hours(100);
  await senderOf(app).sendDue();
  expect(target.received).toHaveLength(10);
  expect(new Set(target.received.map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set([id]),
  );
  expect(await endpointOf(endpointId)).toMatchObject({ offAt: null });
});

it('disables an address immediately after 410, and gives up its pending messages', async () => {
  answer = () => ({ status: 410 });
  const { id: endpointId } = await anEndpoint();
  const later = await aMessage(endpointId);
  await app.db.webhookDelivery.update({
    where: { id: later.id },
    data: { nextAttemptAt: new Date(Date.now() + 3_600_000) },
  });
  const first = await aMessage(endpointId);
  await senderOf(app).sendDue();
  expect(await endpointOf(endpointId)).toMatchObject({ offReason: 'GONE', offToldAt: null });
  expect(await rowOf(first.id)).toMatchObject({ state: 'FAILED', httpStatus: 410 });
  expect(await rowOf(later.id)).toMatchObject({ state: 'FAILED', fault: 'ENDPOINT_OFF' });
});

it('disables an address after five days of failures, and resets the count after a success', async () => {
  answer = () => ({ status: 503 });
  const { id: endpointId } = await anEndpoint();
  const fail = async (attempts: number) => {
    const { id } = await aMessage(endpointId);
    await app.db.webhookDelivery.update({
      where: { id },
      data: { attempts, nextAttemptAt: new Date(0) },
    });
    await senderOf(app).sendDue();
    await app.db.webhookDelivery.deleteMany({ where: { id } });
  };
  await fail(0);
  const { failingSince } = await endpointOf(endpointId);
  expect(failingSince).not.toBeNull();
  hours(119);
  await fail(5);
  expect(await endpointOf(endpointId)).toMatchObject({ offAt: null, failingSince });
  answer = () => ({ status: 204 });
  await fail(0);
  expect(await endpointOf(endpointId)).toMatchObject({ offAt: null, failingSince: null });
  answer = () => ({ status: 503 });
  await fail(0);
  hours(121);
  await fail(0);
  expect(await endpointOf(endpointId)).toMatchObject({ offAt: null });
  await fail(3);
  expect(await endpointOf(endpointId)).toMatchObject({ offReason: 'FAILING' });
});

it('never sends from two processes at once, and sends again when the leasing process died', async () => {
  const other = await openDeps(app.deps.settings, {
    clock,
    isMailPaused: true,
    log: app.deps.log,
    plugins: app.plugins,
  });
  try {
    const { id: endpointId } = await anEndpoint();
    const ids = await Promise.all(
      Array.from({ length: 12 }, async () => (await aMessage(endpointId)).id),
    );
    await Promise.all([senderOf(app).sendDue(), senderOf(other).sendDue()]);
    const sent = target.received.map(({ headers }) => headers['webhook-id']);
    expect([...sent].sort()).toEqual([...ids].sort());
    const { id } = await aMessage(endpointId);
    await app.db.webhookDelivery.update({
      where: { id },
      data: { heldBy: crypto.randomUUID(), heldUntil: new Date(Date.now() + 60_000) },
    });
    await senderOf(other).sendDue();
    expect(target.received).toHaveLength(12);
    clock.advance(61);
    await senderOf(other).sendDue();
    expect(target.received).toHaveLength(13);
  } finally {
    await other.close();
  }
});

it(
  'sends to other addresses while one address does not respond',
  { tags: ['slow'], timeout: 60_000 },
  async () => {
    const slow = await anEndpoint({ url: `${target.url}/slow` });
    const quick = await anEndpoint({ url: `${target.url}/quick` });
    answer = (url) => (url.endsWith('slow') ? null : { status: 204 });
    for (let n = 0; n < 10; n += 1) await aMessage(slow.id);
    const other = await openDeps(app.deps.settings, {
      clock,
      isMailPaused: true,
      log: app.deps.log,
      plugins: app.plugins,
    });
    const work = senderOf(other)
      .sendDue()
      .catch(() => undefined);
    await vi.waitFor(() => expect(target.received).toHaveLength(2), 10_000);
    const { id } = await aMessage(quick.id);
    senderOf(other).wake();
    await vi.waitFor(async () => {
      expect(await rowOf(id)).toMatchObject({ state: 'DELIVERED' });
    }, 10_000);
    // Two messages of the slow address are in progress; the others wait.
    expect(target.received.filter(({ url }) => url.endsWith('slow'))).toHaveLength(2);
    expect(await app.db.webhookDelivery.count({ where: { heldBy: { not: null } } })).toBe(2);
    await other.close();
    // The shutdown releases leases of running deliveries.
    expect(await app.db.webhookDelivery.count({ where: { heldBy: { not: null } } })).toBe(0);
    expect(
      await app.db.webhookDelivery.count({
        where: { endpointId: slow.id, state: 'WAITING', attempts: 0 },
      }),
    ).toBe(10);
    await work;
  },
);

it('pauses messages of a paused address, but sends a test once without counting its failure', async () => {
  const { id: endpointId } = await anEndpoint({ pausedAt: new Date() });
  const waiting = await aMessage(endpointId);
  const test = await aMessage(endpointId, { kind: 'webhook.test' });
  answer = () => ({ status: 500 });
  await senderOf(app).sendDue();
  expect(await rowOf(waiting.id)).toMatchObject({ state: 'WAITING', attempts: 0 });
  expect(await rowOf(test.id)).toMatchObject({ state: 'FAILED', attempts: 1 });
  expect(await endpointOf(endpointId)).toMatchObject({ failingSince: null });
});

it.each([
  [
    'whose approval has ended',
    async (id: number) => {
      await app.db.partner.update({ where: { id }, data: { approvedAt: null } });
    },
  ],
  [
    'that was refused',
    async (id: number) => {
      await app.db.partner.update({ where: { id }, data: { refusedAt: new Date() } });
    },
  ],
  [
    'without an agent who can sign in',
    async (partnerId: number) => {
      await app.db.user.updateMany({ where: { partnerId }, data: { disabledAt: new Date() } });
    },
  ],
])('does not send for an organisation %s', async (_, end) => {
  const { id: endpointId, partnerId } = await anEndpoint();
  const { id } = await aMessage(endpointId);
  await end(partnerId);
  await app.make.aStep({ partnerId });
  await senderOf(app).sendDue();
  expect(await app.db.webhookDelivery.count({ where: { endpointId } })).toBe(1);
  expect(await rowOf(id)).toMatchObject({ state: 'WAITING', attempts: 0 });
});

/** Rows that the busiest node of the polling statement reads, including filtered ones. */
async function rowsLookedAt(): Promise<number> {
  let statement: { text: string; values: unknown[] } = { text: '', values: [] };
  const db = {
    $queryRawUnsafe: (text: string, ...values: unknown[]) => {
      statement = { text, values };
      return Promise.resolve([]);
    },
  } as unknown as Db;
  const now = clock.now();
  const options = { now, lease: leased(crypto.randomUUID(), now) };
  await deliveriesRepository(db).take({ ...options, limit: 40, ofOne: 2, busy: new Map() });
  const client = await app.deps.pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ${statement.text}`,
      statement.values,
    );
    await client.query('ROLLBACK');
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    // Nodes on messages only: other tests leave organisations in the database.
    const nodes = plan.split('->').filter((node) => node.includes(' on webhook_deliveries'));
    const counts = nodes.flatMap((node) => [
      ...node.matchAll(/(?:rows=|Removed by (?:Index Recheck|Filter): )(\d+)/g),
    ]);
    return Math.max(...counts.map(([, count]) => Number(count)));
  } finally {
    client.release();
  }
}

it.each([
  ['paused', { pausedAt: new Date() }],
  ['that fails, with all asked for again at one instant', { failingSince: new Date() }],
])(
  'reads a constant number of rows for an address %s, whatever the number of pending messages',
  async (_, over) => {
    const { id: endpointId } = await anEndpoint(over);
    const nextAttemptAt = new Date(clock.now().getTime() - 60_000);
    const row = { endpointId, kind: 'step.updated', data: {}, nextAttemptAt };
    await app.db.webhookDelivery.createMany({ data: Array.from({ length: 3000 }, () => row) });
    await app.db.$executeRaw`ANALYZE webhook_deliveries`;
    expect(await rowsLookedAt()).toBeLessThan(10);
  },
);

it('drops the oldest messages after a week or over the limit, and reports the number', async () => {
  const { id: endpointId } = await anEndpoint({ pausedAt: new Date() });
  const other = await anEndpoint({ pausedAt: new Date() });
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 24 * 3600_000);
  const aged = async (days: number, data: object = {}) => {
    const at = daysAgo(days);
    const { id } = await aMessage(endpointId);
    const when = { createdAt: at, nextAttemptAt: at };
    await app.db.webhookDelivery.update({ where: { id }, data: { ...when, ...data } });
    return id;
  };
  const tooOld = await aged(7.1);
  const inHand = await aged(7.2, { heldUntil: new Date(clock.now().getTime() + 60_000) });
  // A replayed message waits since its replay.
  const askedAgain = await aged(20, { nextAttemptAt: daysAgo(2) });
  const [third, second, first] = [await aged(3), await aged(2), await aged(1)];
  const delivered = await aged(7.3, { state: 'DELIVERED' });
  const elsewhere = await aMessage(other.id);
  await boundWaiting(app.deps, 2);
  const fates = await Promise.all(
    [tooOld, inHand, askedAgain, third, second, first, delivered, elsewhere.id].map(async (id) => {
      const { state, fault } = await rowOf(id);
      return fault ?? state;
    }),
  );
  const many = 'TOO_MANY_WAITED';
  expect(fates).toEqual([
    ...['WAITED_TOO_LONG', 'WAITING', many, many],
    ...['WAITING', 'WAITING', 'DELIVERED', 'WAITING'],
  ]);
  expect(await endpointOf(endpointId)).toMatchObject({ dropped: 3 });
  expect(await endpointOf(other.id)).toMatchObject({ dropped: 0, droppedAt: null });
  // A later drop adds to the count; a month later the count restarts.
  await boundWaiting(app.deps, 1);
  expect(await endpointOf(endpointId)).toMatchObject({ dropped: 4 });
  clock.advance(31 * 24 * 3600);
  await boundWaiting(app.deps, 1);
  expect(await endpointOf(endpointId)).toMatchObject({ dropped: 2 });
});

it('does not send when no key opens its secret, or when the operator has disabled webhooks', async () => {
  const { id: endpointId } = await anEndpoint();
  const other = await anEndpoint();
  // A secret sealed for another address does not open.
  await app.db.webhookEndpoint.update({
    where: { id: endpointId },
    data: { secret: (await endpointOf(other.id)).secret },
  });
  const { id } = await aMessage(endpointId);
  await senderOf(app).sendDue();
  expect(await rowOf(id)).toMatchObject({ state: 'WAITING', fault: 'SECRET_LOST' });
  await aMessage(other.id);
  const off = await openDeps(app.deps.settings, {
    clock,
    isMailPaused: true,
    log: app.deps.log,
    plugins: configurePlugins({ webhooks }, { WEBHOOKS: 'off' }),
  });
  await senderOf(off).sendDue();
  await off.close();
  expect(target.received).toEqual([]);
});
