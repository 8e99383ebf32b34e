import { randomUUID } from 'node:crypto';

import type { FailureView } from '@wasl/contracts/administration';
import { expect, it } from 'vitest';

import { anAdministrator } from '../../testing/administrators.ts';
import { useAdmin } from '../../testing/admin.ts';
import { madeBefore, useTestApp } from '../../testing/index.ts';

const app = useTestApp();
const { admin, out } = useAdmin(app);
const me = madeBefore(() => anAdministrator(app));

interface Page {
  readonly rows: FailureView[];
  readonly next: string | null;
}
const list = async (queue: string, rest = ''): Promise<Page> =>
  (await me.client.get(`/admin/failures?queue=${queue}${rest}`).expect(200)).body as Page;
const retry = async (queue: string, id: string | null) =>
  (
    (await me.client.post('/admin/failures/retry', { queue, id }).expect(200)).body as {
      count: number;
    }
  ).count;
const lastAct = async () =>
  await app.db.administratorAct.findFirst({
    orderBy: { id: 'desc' },
    select: { kind: true, byName: true, reason: true, userId: true, partnerId: true },
  });

const aMail = async (to: string, lastError: string, params = {}) =>
  await app.db.outboxMail.create({
    data: {
      to,
      lang: 'ar',
      template: 'resetPassword',
      params: { name: 'Amina', token: 'sealed:x', ...params },
      state: 'FAILED',
      attempts: 5,
      lastError,
    },
  });

it('lists failed mails by subject and cause, and retries one or all', async () => {
  const user = await app.make.aBeneficiary();
  const mail = await aMail(user.email, 'EENVELOPE 550 5.1.1 no such user');
  const causes = ['ECONNREFUSED', 'EAUTH 535 bad', 'SEALED_BEFORE', 'TypeError x'];
  for (const cause of causes) await aMail('x@example.org', cause);
  const odd = await app.db.outboxMail.create({
    data: { to: 'x@example.org', lang: 'fr', template: 'ofLater', params: {}, state: 'FAILED' },
  });
  const { rows, next } = await list('mails', '&lang=en');
  expect(next).toBeNull();
  expect(rows.map(({ cause }) => cause)).toEqual([
    'error',
    'error',
    'sealedBefore',
    'signIn',
    'unreachable',
    'refused',
  ]);
  expect(rows[0]).toMatchObject({ id: String(odd.id), kind: 'ofLater', subject: null });
  expect(rows[5]).toMatchObject({
    to: user.email,
    subject: 'Reset your password',
    attempts: 5,
    detail: 'EENVELOPE 550 5.1.1 no such user',
    block: null,
  });
  expect(JSON.stringify(rows)).not.toContain('sealed:');

  expect(await retry('mails', String(mail.id))).toBe(1);
  expect(await lastAct()).toEqual({
    kind: 'RETRIED',
    byName: me.email,
    reason: `mails ${String(mail.id)}`,
    userId: user.id,
    partnerId: null,
  });
  expect(await app.db.outboxMail.findUnique({ where: { id: mail.id } })).toMatchObject({
    state: 'WAITING',
    attempts: 0,
  });
  expect(await retry('mails', null)).toBe(5);
  expect(await lastAct()).toMatchObject({ reason: 'mails: 5', userId: null });
  const acts = await app.db.administratorAct.count();
  expect(await retry('mails', null)).toBe(0);
  expect(await retry('mails', 'x')).toBe(0);
  expect(await app.db.administratorAct.count()).toBe(acts);
  expect((await list('mails')).rows).toEqual([]);
  expect(await admin('person', 'history', user.email)).toBe(0);
  expect(out.join('\n')).toMatch(new RegExp(`RETRIED.*${me.email}`));
});

it('records the name that a retry at the terminal gives', async () => {
  const { id } = await aMail('x@example.org', 'ECONNREFUSED');
  expect(await admin('mails', 'retry', String(id), '--as', 'Salma')).toBe(0);
  expect(await lastAct()).toMatchObject({ byName: 'Salma', reason: `mails ${String(id)}` });
});

it('lists phone messages, and retries all but codes and those that a mail replaced', async () => {
  const user = await app.make.aBeneficiary();
  const request = await app.make.aRequest({ beneficiaryId: user.id });
  const message = { userId: user.id, state: 'FAILED', lastError: 'GATEWAY 500 down' } as const;
  const progress = await app.db.phoneMessage.create({
    data: { ...message, kind: 'PROGRESS', requestId: request.id },
  });
  const code = await app.db.phoneMessage.create({ data: { ...message, kind: 'CODE' } });
  const mailed = await app.db.phoneMessage.create({
    data: { ...message, kind: 'ACTION', isMailed: true },
  });
  const { rows } = await list('telephones');
  expect(rows).toMatchObject([
    { id: String(code.id), kind: 'CODE', block: 'code', to: user.email, cause: 'refused' },
    { id: String(progress.id), kind: 'PROGRESS', block: null, detail: 'GATEWAY 500 down' },
  ]);
  expect(await retry('telephones', String(code.id))).toBe(0);
  expect(await retry('telephones', String(mailed.id))).toBe(0);
  expect(await retry('telephones', String(progress.id))).toBe(1);
  const act = await app.db.administratorAct.findFirst({ where: { requestId: request.id } });
  expect(act).toMatchObject({ userId: user.id, reason: `telephones ${String(progress.id)}` });
});

it('lists messages to other systems, and retries those whose address is on', async () => {
  const { id: partnerId, title } = await app.make.aPartner();
  const endpoint = (offAt: Date | null) =>
    app.db.webhookEndpoint.create({
      data: {
        partnerId,
        url: 'https://hooks.example.ma/secret?key=1',
        description: 'x',
        kinds: ['step.updated'],
        secret: 'x',
        createdAt: new Date(),
        createdById: randomUUID(),
        offAt,
      },
    });
  const [on, off] = [await endpoint(null), await endpoint(new Date())];
  const failed = (endpointId: string, kind: string, more: object) =>
    app.db.webhookDelivery.create({
      data: { endpointId, kind, data: {}, state: 'FAILED', attempts: 8, ...more },
    });
  const one = await failed(on.id, 'step.updated', { httpStatus: 500, fault: 'REFUSED' });
  const test = await failed(on.id, 'webhook.test', { fault: 'TLS' });
  const stopped = await failed(off.id, 'step.updated', { fault: 'ENDPOINT_OFF' });
  const { rows } = await list('webhooks');
  expect(JSON.stringify(rows)).not.toContain('secret');
  expect(rows.find(({ id }) => id === one.id)).toMatchObject({
    organisation: title,
    host: 'hooks.example.ma',
    cause: 'refused',
    detail: 'HTTP 500',
  });
  expect(rows.find(({ id }) => id === stopped.id)).toMatchObject({ block: 'addressOff' });
  expect(await retry('webhooks', stopped.id)).toBe(0);
  expect(await retry('webhooks', 'x')).toBe(0);
  // A test is retried by itself only.
  expect(await retry('webhooks', null)).toBe(1);
  expect(await retry('webhooks', test.id)).toBe(1);
  expect(await lastAct()).toMatchObject({ reason: `webhooks ${test.id}`, partnerId });
  expect(await app.db.webhookDelivery.findUnique({ where: { id: one.id } })).toMatchObject({
    state: 'WAITING',
    attempts: 0,
  });

  const createdAt = new Date('2020-01-01T00:00:00Z');
  const many = Array.from({ length: 60 }, () => ({
    endpointId: off.id,
    kind: 'step.updated',
    data: {},
    state: 'FAILED' as const,
    createdAt,
  }));
  await app.db.webhookDelivery.createMany({ data: many });
  const first = await list('webhooks');
  expect(first.rows).toHaveLength(50);
  const second = await list('webhooks', `&after=${String(first.next)}`);
  const ids = [...first.rows, ...second.rows].map(({ id }) => id);
  expect(second.next).toBeNull();
  expect(new Set(ids).size).toBe(61);
  await me.client.get('/admin/failures?queue=webhooks&after=1-x').expect(400);
  await me.client.get('/admin/failures?queue=mails&after=x').expect(400);
});

it('lists jobs whose last run failed, and makes them due', async () => {
  const nextRunAt = new Date(Date.now() + 3_600_000);
  const job = { everySeconds: 60, nextRunAt, lastFailureAt: new Date() };
  await app.db.backgroundJob.create({
    data: { ...job, name: 'ill', failures: 2, lastError: 'Error: no disk' },
  });
  await app.db.backgroundJob.create({ data: { ...job, name: 'well' } });
  const { rows } = await list('jobs');
  expect(rows).toMatchObject([
    { id: 'ill', cause: 'error', detail: 'Error: no disk', nextAt: nextRunAt.toISOString() },
  ]);
  expect(await retry('jobs', 'ill')).toBe(1);
  const { nextRunAt: after } = await app.db.backgroundJob.findUniqueOrThrow({
    where: { name: 'ill' },
  });
  expect(after.getTime()).toBeLessThanOrEqual(Date.now());
  expect(await retry('jobs', 'none')).toBe(0);
  expect(await retry('jobs', null)).toBe(1);
});

it('reads each page from an index of failed rows', async () => {
  const plans = [
    "outbox_mails WHERE state = 'FAILED' ORDER BY id DESC",
    "phone_messages WHERE state = 'FAILED' AND is_mailed = false ORDER BY id DESC",
    "webhook_deliveries WHERE state = 'FAILED' ORDER BY created_at DESC, id DESC",
  ];
  for (const plan of plans) {
    const [, table] = /^(\w+)/.exec(plan) ?? [];
    const text = await app.db.$transaction(async (tx) => {
      await tx.$executeRawUnsafe('SET LOCAL enable_seqscan = off');
      await tx.$executeRawUnsafe('SET LOCAL enable_sort = off');
      return await tx.$queryRawUnsafe(`EXPLAIN SELECT * FROM ${plan} LIMIT 51`);
    });
    expect(JSON.stringify(text)).toContain(`${String(table)}_failed_idx`);
  }
});

it('knows no other queue', async () => {
  await me.client.get('/admin/failures?queue=scans').expect(404);
  await me.client.post('/admin/failures/retry', { queue: 'scans', id: null }).expect(404);
});
