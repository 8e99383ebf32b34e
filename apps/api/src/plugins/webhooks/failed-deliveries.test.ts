import { randomUUID } from 'node:crypto';

import { expect, it } from 'vitest';

import { anAdministrator } from '../../testing/administrators.ts';
import { failedRows } from '../../testing/failed-rows.ts';
import { madeBefore, useTestApp } from '../../testing/index.ts';

const app = useTestApp();
const me = madeBefore(() => anAdministrator(app));
const { list, retry, lastAct, expectIndex } = failedRows(app, me);

it('lists messages to other systems, and retries those whose address is active', async () => {
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
});

it('reads each page from an index of failed rows', async () => {
  await expectIndex("webhook_deliveries WHERE state = 'FAILED' ORDER BY created_at DESC, id DESC");
});
