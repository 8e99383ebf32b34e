import { maxWebhooks, type DeliveryView, type WebhookView } from '@wasl/contracts/plugins/webhooks';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { Actor } from '../../platform/auth/actor.ts';
import { runHousekeeping } from '../../platform/jobs/housekeeping.ts';
import { movableClock } from '../../testing/account-samples.ts';
import { adminOn } from '../../testing/admin.ts';
import { createTestApp, useTestApp } from '../../testing/index.ts';
import { receiver, type Answer } from '../../testing/receiver.ts';
import { sealedAbout } from './sealed-secret.ts';
import { aWebhook as anAddress, senderOf } from './testing/index.ts';
import { notifyDisabled } from './webhook-disabled.service.ts';
import { webhooksService } from './webhooks.service.ts';

const clock = movableClock();
let target: Awaited<ReturnType<typeof receiver>>;
let answer: Answer = { status: 204 };
const app = useTestApp({
  clock,
  env: { WEBHOOKS: '127.0.0.1/32', RATE_LIMIT_FACTOR: '10' },
});
beforeAll(async () => {
  target = await receiver(() => answer);
});
afterEach(() => {
  answer = { status: 204 };
});
afterAll(() => target.close());

interface Made {
  readonly webhook: WebhookView;
  readonly secret: string;
}
const form = () => ({ url: target.url, description: 'ERP', kinds: ['step.updated'] });
async function aResponsible() {
  const partner = await app.make.aPartner();
  const agent = await app.make.anAgent({ partnerId: partner.id, prenom: 'Salma', nom: 'Idrissi' });
  const path = `/partners/${String(partner.id)}/webhooks`;
  const client = await app.as(agent);
  const acts = async () =>
    (
      await app.db.integrationAct.findMany({
        where: { partnerId: partner.id },
        orderBy: { id: 'asc' },
      })
    ).map(({ kind }) => kind);
  return { partner, agent, path, client, acts };
}
async function aWebhook() {
  const all = await aResponsible();
  const { webhook, secret } = (await all.client.post(all.path, form()).expect(201)).body as Made;
  const at = `${all.path}/${webhook.id}`;
  const deliveries = async () =>
    (await all.client.get(`${at}/deliveries`).expect(200)).body as DeliveryView[];
  /** Sends the message of an event and returns its row. */
  const record = async () => {
    const step = await app.make.aStep({ partnerId: all.partner.id });
    await app.db.processingStep.update({ where: { id: step.id }, data: { percent: 50 } });
    await senderOf(app).sendDue();
    return (await deliveries())[0];
  };
  return { ...all, webhook, secret, at, deliveries, record };
}
const last = () => {
  const got = target.received.at(-1);
  return { body: got?.body ?? '', headers: got?.headers as Record<string, string> };
};

describe('webhooks of an organisation', () => {
  it('are included, with keys but without secrets, in the data export of their creator', async () => {
    const { agent, at, path, client, secret } = await aWebhook();
    await client.post(path, { ...form(), description: 'Le suivi' }).expect(201);
    await client.delete(at).expect(200);
    const made = (
      await client
        .post(path.replace('/webhooks', '/keys'), {
          name: 'Comptabilité',
          scopes: ['requests:read'],
          days: 90,
        })
        .expect(201)
    ).body as { key: { id: string }; secret: string };
    const ofOne = async (by: typeof client) => {
      const { body } = await by.get('/utilisateurs/export').expect(200);
      return body as Record<'apiKeys' | 'webhooks', unknown[]>;
    };
    const own = await ofOne(client);
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown;
    const { expiresAt } = await app.db.apiKey.findUniqueOrThrow({ where: { id: made.key.id } });
    const key = { name: 'Comptabilité', createdAt: instant, expiresAt: expiresAt.toISOString() };
    expect(own.webhooks).toEqual([
      { name: 'ERP', createdAt: instant, endedAt: instant },
      { name: 'Le suivi', createdAt: instant, endedAt: null },
    ]);
    expect(own.apiKeys).toEqual([{ ...key, endedAt: null }]);
    for (const hidden of [secret, made.secret.slice(16)])
      expect(JSON.stringify(own)).not.toContain(hidden);
    await client.delete(`${path.replace('/webhooks', '/keys')}/${made.key.id}`).expect(200);
    expect((await ofOne(client)).apiKeys).toEqual([{ ...key, endedAt: instant }]);
    // A colleague created none of them.
    const colleague = await app.as(await app.make.anAgent({ partnerId: agent.partnerId }));
    expect(await ofOne(colleague)).toMatchObject({ apiKeys: [], webhooks: [] });
  });

  it('are created with a secret that is shown once and stored sealed', async () => {
    const { webhook, secret, path, client, agent, acts } = await aWebhook();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toEqual({
      id: webhook.id,
      ...form(),
      state: 'active',
      offReason: null,
      since: null,
      createdAt: webhook.createdAt,
      createdBy: 'Salma Idrissi',
      confirmedBy: null,
      confirmBy: null,
      failingSince: null,
      secretBeforeUntil: null,
      dropped: null,
    });
    const row = await app.db.webhookEndpoint.findUniqueOrThrow({ where: { id: webhook.id } });
    expect(JSON.stringify(row)).not.toContain(secret.slice(6));
    expect(app.deps.sealing.open(row.secret, sealedAbout(webhook.id))).toBe(secret);
    expect(app.logLines.join('\n')).not.toContain(secret.slice(6));
    expect((await client.get(path).expect(200)).body).toEqual([webhook]);
    expect(await acts()).toEqual(['WEBHOOK_MADE']);
    await (await app.as(await app.make.anAgent())).get(path).expect(404);
    const plain = await app.make.anAgent({ partnerId: agent.partnerId, isResponsible: false });
    await (await app.as(plain)).get(path).expect(403);
  });

  it('are refused for internal and invalid addresses, and beyond ten', async () => {
    const { path, client } = await aResponsible();
    for (const url of [
      'http://10.0.0.1/x',
      'https://[::1]/x',
      'https://169.254.169.254/latest/meta-data',
      'https://localhost./x',
      'https://nobody.invalid/x',
    ]) {
      const { body } = await client.post(path, { ...form(), url }).expect(400);
      expect(body, url).toMatchObject({ errors: [{ path: 'url', code: 'addressRefused' }] });
    }
    for (const url of [
      'ftp://erp.example.ma',
      'x',
      'https://a:b@erp.example.ma',
      'https://e.ma/#a',
    ])
      await client.post(path, { ...form(), url }).expect(400);
    await client.post(path, { ...form(), kinds: [] }).expect(400);
    await client.post(path, { ...form(), kinds: ['person.named'] }).expect(400);
    for (let n = 0; n < maxWebhooks; n += 1) await client.post(path, form()).expect(201);
    await client.post(path, form()).expect(422);
  });

  it('require https in production, and cannot be created when the operator disabled them', async () => {
    const { settings } = app.deps;
    const reach = { isOn: true, allowedPrivate: ['127.0.0.1/32'] };
    const refused = async (over: object) => {
      const { partner, agent } = await aResponsible();
      const service = webhooksService({ ...app.deps, settings, reach, ...over });
      const actor = {
        userId: agent.id,
        role: 'PARTENAIRE',
        partnerId: partner.id,
        isKey: false,
        isResponsible: true,
      };
      const making = service.create(actor as unknown as Actor, partner.id, {
        ...form(),
        kinds: ['step.updated'],
      });
      return await making.catch((error: unknown) => error);
    };
    expect(await refused({ settings: { ...settings, production: true } })).toMatchObject({
      code: 'INVALID_INPUT',
      options: { fields: [{ path: 'url', key: 'httpsOnly' }] },
    });
    expect(await refused({ reach: { ...reach, isOn: false } })).toMatchObject({
      code: 'WEBHOOKS_OFF',
    });
  });

  it('can be tested, and the message is verified by the library of the specification', async () => {
    const { client, at, secret, deliveries } = await aWebhook();
    const made = (await client.post(`${at}/test`).expect(201)).body as DeliveryView;
    expect(made).toMatchObject({ kind: 'webhook.test', state: 'waiting', attempts: 0 });
    await senderOf(app).sendDue();
    const { body, headers } = last();
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      type: 'webhook.test',
      data: {},
    });
    expect(await deliveries()).toMatchObject([
      { id: made.id, state: 'delivered', attempts: 1, httpStatus: 204, nextAttemptAt: null },
    ]);
  });

  it('can be changed: pending messages go to the new address, signed as before', async () => {
    const { client, at, path, webhook, secret, acts, partner } = await aWebhook();
    const elsewhere = await receiver(() => ({ status: 204 }));
    try {
      await client.put(`${at}/state`, { state: 'paused' }).expect(200);
      const step = await app.make.aStep({ partnerId: partner.id });
      await app.db.processingStep.update({ where: { id: step.id }, data: { percent: 50 } });
      await app.db.webhookEndpoint.update({
        where: { id: webhook.id },
        data: { failingSince: new Date() },
      });
      const change = {
        url: elsewhere.url,
        description: 'Le suivi',
        kinds: ['step.assigned', 'request.updated'],
      };
      const renamed = (await client.put(at, { ...form(), description: 'ERP 2' }).expect(200))
        .body as WebhookView;
      // A change of only the name does not reset the failures.
      expect(renamed).toMatchObject({ ...form(), description: 'ERP 2', state: 'paused' });
      expect(renamed.failingSince).not.toBeNull();
      const changed = (await client.put(at, change).expect(200)).body as WebhookView;
      expect(changed).toMatchObject({ ...change, state: 'paused', failingSince: null });
      expect((await client.put(at, change).expect(200)).body).toEqual(changed);
      expect((await client.get(path).expect(200)).body).toEqual([changed]);
      expect(await acts()).toEqual([
        'WEBHOOK_MADE',
        'WEBHOOK_PAUSED',
        'WEBHOOK_CHANGED',
        'WEBHOOK_CHANGED',
      ]);
      expect(await app.db.integrationAct.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
        name: 'Le suivi',
        subjectId: webhook.id,
      });
      const before = target.received.length;
      await client.put(`${at}/state`, { state: 'active' }).expect(200);
      await senderOf(app).sendDue();
      expect(target.received).toHaveLength(before);
      const got = elsewhere.received.at(-1);
      const headers = got?.headers as Record<string, string>;
      expect(new Webhook(secret).verify(got?.body ?? '', headers)).toMatchObject({
        type: 'step.updated',
      });
    } finally {
      await elsewhere.close();
    }
    const inside = await client.put(at, { ...form(), url: 'https://169.254.169.254/' }).expect(400);
    expect(inside.body).toMatchObject({ errors: [{ path: 'url' }] });
    await client.put(at, { ...form(), kinds: [] }).expect(400);
    await (await app.as(await app.make.anAgent())).put(at, form()).expect(404);
    const plain = await app.make.anAgent({ partnerId: partner.id, isResponsible: false });
    await (await app.as(plain)).put(at, form()).expect(403);
  });

  it('receive a new secret, and are signed with both for a day', async () => {
    const { client, at, agent, path, secret, record, acts } = await aWebhook();
    const { webhook, secret: next } = (await client.post(`${at}/secret`).expect(200)).body as Made;
    expect(next).not.toBe(secret);
    expect(webhook.secretBeforeUntil).not.toBeNull();
    await record();
    for (const one of [secret, next]) new Webhook(one).verify(last().body, last().headers);
    clock.advance(24 * 3600 + 1);
    await app.db.webhookDelivery.updateMany({
      where: { endpointId: webhook.id },
      data: { state: 'WAITING', nextAttemptAt: new Date(0) },
    });
    await senderOf(app).sendDue();
    expect(last().headers['webhook-signature']?.split(' ')).toHaveLength(1);
    // The session has ended meanwhile.
    expect((await (await app.as(agent)).get(path).expect(200)).body).toMatchObject([
      { secretBeforeUntil: null },
    ]);
    expect(await acts()).toEqual(['WEBHOOK_MADE', 'WEBHOOK_SECRET_CHANGED']);
  });

  it('can be paused, so that messages wait, and resumed', async () => {
    const { client, at, record, acts } = await aWebhook();
    const state = async (to: string) =>
      (await client.put(`${at}/state`, { state: to }).expect(200)).body as WebhookView;
    expect(await state('paused')).toMatchObject({ state: 'paused' });
    expect(await state('paused')).toMatchObject({ state: 'paused' });
    const count = target.received.length;
    expect(await record()).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(target.received).toHaveLength(count);
    expect(await state('active')).toMatchObject({ state: 'active', since: null });
    await senderOf(app).sendDue();
    expect(target.received).toHaveLength(count + 1);
    expect(await acts()).toEqual(['WEBHOOK_MADE', 'WEBHOOK_PAUSED', 'WEBHOOK_RESUMED']);
  });

  it('can resend one message, or all messages that failed within a day, under the same id', async () => {
    const { client, at, deliveries, record } = await aWebhook();
    answer = { status: 500 };
    const failed = await record();
    expect(failed).toMatchObject({ state: 'waiting', attempts: 1, httpStatus: 500 });
    const again = `${at}/deliveries/${failed?.id ?? ''}/replay`;
    answer = { status: 204 };
    await client.post(again).expect(200);
    await senderOf(app).sendDue();
    expect(last().headers['webhook-id']).toBe(failed?.id);
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    // A delivered message can be replayed too.
    await client.post(again).expect(200);
    await senderOf(app).sendDue();
    await app.db.webhookDelivery.updateMany({
      where: { id: failed?.id ?? '' },
      data: { state: 'FAILED', createdAt: new Date(clock.now().getTime() - 3 * 24 * 3600 * 1000) },
    });
    const day = (back: number) =>
      new Date(clock.now().getTime() - back * 24 * 3600 * 1000).toISOString().slice(0, 10);
    const replay = async (since: string) =>
      (await client.post(`${at}/replay`, { since }).expect(200)).body as { count: number };
    expect(await replay(day(1))).toEqual({ count: 0 });
    expect(await replay(day(4))).toEqual({ count: 1 });
    expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    await client.post(`${at}/replay`, { since: 'yesterday' }).expect(400);
    // Other organisations' messages are not found.
    const other = await aWebhook();
    await other.client.post(`${other.at}/deliveries/${failed?.id ?? ''}/replay`).expect(404);
    await other.client.post(again).expect(404);
    await senderOf(app).sendDue();
  });

  it('notify their responsables once when they are disabled, and resume on demand', async () => {
    const { client, at, agent, partner, record, acts } = await aWebhook();
    const plain = await app.make.anAgent({ partnerId: partner.id, isResponsible: false });
    answer = { status: 410 };
    await record();
    await notifyDisabled(app.deps);
    await notifyDisabled(app.deps);
    const mails = (await app.mails()).filter(({ template }) => template === 'webhookOff');
    expect(mails).toMatchObject([
      {
        to: agent.email,
        params: { organisation: partner.title, host: new URL(target.url).host, reason: 'GONE' },
      },
    ]);
    const notices = (await client.get('/notices').expect(200)).body as unknown[];
    expect(notices).toMatchObject([{ kind: 'WEBHOOK_OFF', target: 'OTHER_SYSTEMS' }]);
    expect(await app.db.notice.count({ where: { userId: plain.id } })).toBe(0);
    await client.post(`${at}/test`).expect(409);
    await client.put(`${at}/state`, { state: 'paused' }).expect(200);
    expect((await client.get(`${at}/deliveries`)).body).toMatchObject([{ state: 'failed' }]);
    answer = { status: 204 };
    expect((await client.put(`${at}/state`, { state: 'active' }).expect(200)).body).toMatchObject({
      state: 'active',
      offReason: null,
    });
    expect(await record()).toMatchObject({ state: 'delivered' });
    expect(await acts()).toEqual(['WEBHOOK_MADE', 'WEBHOOK_DISABLED', 'WEBHOOK_RESUMED']);
  });

  it('are deleted with their deliveries, and with their organisation', async () => {
    const { client, at, record, acts, partner, path } = await aWebhook();
    await record();
    await client.delete(at).expect(200);
    expect((await client.get(path)).body).toEqual([]);
    await client.delete(at).expect(404);
    expect(await acts()).toEqual(['WEBHOOK_MADE', 'WEBHOOK_DELETED']);
    const { id } = await anAddress(app, { partnerId: (await app.make.aPartner()).id });
    const { partnerId } = await app.db.webhookEndpoint.findUniqueOrThrow({ where: { id } });
    await app.db.webhookDelivery.create({
      data: { endpointId: id, kind: 'step.updated', data: {} },
    });
    await app.db.user.deleteMany({ where: { partnerId } });
    await app.db.partner.delete({ where: { id: partnerId } });
    expect(await app.db.webhookDelivery.count({ where: { endpointId: id } })).toBe(0);
    expect(partner.id).not.toBe(partnerId);
  });

  it('have an hourly limit for manual sending', async () => {
    const limited = await createTestApp({ env: { WEBHOOKS: '127.0.0.1/32' } });
    try {
      const agent = await limited.make.anAgent();
      const client = await limited.as(agent);
      const path = `/partners/${String(agent.partnerId)}/webhooks`;
      const { webhook } = (await client.post(path, form()).expect(201)).body as Made;
      await limited.db.rateLimit.updateMany({
        where: { key: { startsWith: 'webhook:' } },
        data: { points: 60 },
      });
      await client.post(`${path}/${webhook.id}/test`).expect(429);
    } finally {
      await limited.close();
    }
  });

  it('delete messages after 30 days', async () => {
    const { record } = await aWebhook();
    const made = await record();
    const count = () => app.db.webhookDelivery.count({ where: { id: made?.id ?? '' } });
    clock.advance(29 * 24 * 3600);
    await runHousekeeping(app.deps);
    expect(await count()).toBe(1);
    clock.advance(2 * 24 * 3600);
    await runHousekeeping(app.deps);
    expect(await count()).toBe(0);
  });

  it('are listed, shown and disabled by the administrator', async () => {
    const { webhook, secret, record, partner } = await aWebhook();
    await record();
    const out: string[] = [];
    const admin = (...words: string[]) =>
      adminOn(app, ['webhooks', ...words], (line) => out.push(line), {
        printFault: (line) => out.push(line),
      });
    expect(await admin('list')).toBe(0);
    expect(out.find((line) => line.startsWith(webhook.id))).toMatch(
      new RegExp(`${partner.title}.*127\\.0\\.0\\.1.*ERP.*active`),
    );
    expect(await admin('show', webhook.id)).toBe(0);
    expect(out.join('\n')).toMatch(/step\.updated +delivered/);
    expect(out.join('\n')).not.toContain(secret.slice(6));
    expect(await admin('disable', webhook.id)).toBe(0);
    expect(await admin('disable', webhook.id)).toBe(1);
    expect(await admin('disable', 'x')).toBe(2);
    expect(await app.db.webhookEndpoint.findUnique({ where: { id: webhook.id } })).toMatchObject({
      offReason: 'ADMINISTRATOR',
    });
  });
});
