import { randomUUID } from 'node:crypto';

import { webhookKinds } from '@wasl/contracts/plugins/webhooks';
import { beforeAll, expect, it } from 'vitest';

import { saveStep, useTestApp, writeMessage } from '../../testing/index.ts';
import { aWebhook } from './testing/index.ts';

// Triggers write the messages for an address, for changes by calls and by other writers.
const app = useTestApp();
beforeAll(() => app.make.anItem('STATUS', { code: 'ENTAME' }));

async function aStepOfListener(
  step: Parameters<typeof app.make.aStep>[0] = {},
  request: Parameters<typeof app.make.aRequest>[0] = { status: 'ENTAME' },
) {
  const agent = await app.make.anAgent();
  const { partnerId } = agent;
  const user = await app.make.aBeneficiary();
  const made = await app.make.aRequest({ beneficiaryId: user.id, ...request });
  const { id: endpointId } = await aWebhook(app, { partnerId });
  const row = await app.make.aStep({ requestId: made.id, partnerId, ...step });
  const sent = async () =>
    (
      await app.db.webhookDelivery.findMany({
        where: { endpointId },
        orderBy: { createdAt: 'asc' },
      })
    ).map(({ kind, data }) => ({ kind, data: data as Record<string, unknown> }));
  const ids = { requestId: made.id, numRequest: made.numRequest };
  return { agent, user, request: made, step: row, endpointId, sent, ids };
}

it('reports a new step, its assignment, its progress, its end and its reopening', async () => {
  const { agent, step, sent, ids } = await aStepOfListener({ status: 'NOT_STARTED' });
  const { db } = app;
  const set = (data: { status?: 'ASSIGNED' | 'PROCESSED' | 'IN_PROGRESS'; percent?: number }) =>
    db.processingStep.update({ where: { id: step.id }, data });
  await set({ status: 'ASSIGNED' });
  await saveStep(await app.as(agent), step.id, 'IN_PROGRESS', 40, {
    partnerFeedback: 'Un mot que personne d’autre ne lit',
  }).expect(200);
  await set({ status: 'PROCESSED', percent: 100 });
  await set({ status: 'IN_PROGRESS', percent: 40 });
  // A change without an event.
  await db.processingStep.update({ where: { id: step.id }, data: { partnerFeedback: 'x' } });
  const at = { ...ids, stepId: step.id };
  expect(await sent()).toEqual([
    { kind: 'step.assigned', data: { ...at, status: 'NOT_STARTED', percent: 0 } },
    {
      kind: 'step.turn_came',
      data: { ...at, fromStatus: 'NOT_STARTED', status: 'ASSIGNED', percent: 0 },
    },
    {
      kind: 'step.updated',
      data: { ...at, fromStatus: 'ASSIGNED', status: 'IN_PROGRESS', percent: 40 },
    },
    {
      kind: 'step.updated',
      data: { ...at, fromStatus: 'IN_PROGRESS', status: 'PROCESSED', percent: 100 },
    },
    {
      kind: 'step.reopened',
      data: { ...at, fromStatus: 'PROCESSED', status: 'IN_PROGRESS', percent: 40 },
    },
  ]);
});

it('reports the person’s documents and messages, but not the organisation’s', async () => {
  const { agent, user, step, sent, ids } = await aStepOfListener({ status: 'IN_PROGRESS' });
  const send = async (who: { readonly id: string }) =>
    (await writeMessage(await app.as(who), step.id, 'Ma CIN est AB123456').expect(201)).body as {
      id: number;
    };
  const { id: messageId } = await send(user);
  await send(agent);
  const item = await app.make.anItem('DOCUMENT');
  const document = await app.db.stepDocument.create({
    data: { stepId: step.id, documentItemId: item.id },
  });
  const file = await app.db.storedFile.create({
    data: {
      key: randomUUID(),
      originalName: 'Bilan Alami.pdf',
      mimeType: 'application/pdf',
      size: 1,
      sha256: '0',
    },
  });
  await app.db.stepDocument.update({ where: { id: document.id }, data: { fileId: file.id } });
  await app.db.stepDocument.update({ where: { id: document.id }, data: { fileId: null } });
  const at = { ...ids, stepId: step.id, status: 'IN_PROGRESS', percent: 0 };
  expect((await sent()).slice(1)).toEqual([
    { kind: 'step.message_received', data: { ...at, messageId } },
    { kind: 'step.document_received', data: { ...at, documentId: document.id } },
  ]);
});

it('reports the status of the request, and its withdrawal', async () => {
  const { user, request, sent, ids } = await aStepOfListener({ status: 'IN_PROGRESS' });
  await app.db.supportRequest.update({
    where: { id: request.id },
    data: { status: 'EN_ATTENTE' },
  });
  await app.db.supportRequest.update({ where: { id: request.id }, data: { status: 'ENTAME' } });
  await (
    await app.as(user)
  )
    .post(`/requests/${String(request.id)}/withdraw`, { reason: 'SOLVED' })
    .expect(200);
  const kinds = (await sent()).slice(1);
  expect(kinds).toContainEqual({
    kind: 'request.updated',
    data: {
      requestId: ids.requestId,
      numRequest: ids.numRequest,
      fromStatus: 'ENTAME',
      status: 'EN_ATTENTE',
    },
  });
  expect(kinds.map(({ kind }) => kind)).toContain('request.withdrawn');
});

it('reports nothing about a request before its organisations may see it, then its steps', async () => {
  const waiting = { agreement: 'WAITING', status: 'NOUVEAU' } as const;
  const { step, request, sent, ids } = await aStepOfListener({ status: 'ASSIGNED' }, waiting);
  await app.db.processingStep.update({ where: { id: step.id }, data: { percent: 5 } });
  expect(await sent()).toEqual([]);
  await app.db.supportRequest.update({
    where: { id: request.id },
    data: { agreement: 'GIVEN' },
  });
  expect(await sent()).toEqual([
    {
      kind: 'step.assigned',
      data: { ...ids, stepId: step.id, status: 'ASSIGNED', percent: 5 },
    },
  ]);
  await app.db.supportRequest.update({
    where: { id: request.id },
    data: { agreement: 'WITHDRAWN' },
  });
  expect((await sent()).slice(1)).toEqual([{ kind: 'request.withdrawn', data: ids }]);
});

it('reports to each organisation its steps, to each address its kinds, and nothing to a disabled address', async () => {
  const one = await aStepOfListener();
  const { partnerId } = one.agent;
  const count = async (endpointId: string) =>
    await app.db.webhookDelivery.count({ where: { endpointId } });
  const few = await aWebhook(app, { partnerId, kinds: ['step.reopened'] });
  const off = await aWebhook(app, {
    partnerId,
    offAt: new Date(),
    offReason: 'GONE',
  });
  const other = await aWebhook(app);
  const before = await count(one.endpointId);
  await app.make.aStep({ requestId: one.request.id, partnerId });
  expect(await count(one.endpointId)).toBe(before + 1);
  for (const { id } of [few, off, other]) expect(await count(id)).toBe(0);
});

it('writes nothing for a rolled back change', async () => {
  const { step, sent } = await aStepOfListener();
  const before = (await sent()).length;
  await expect(
    app.db.$transaction(async (tx) => {
      await tx.processingStep.update({ where: { id: step.id }, data: { percent: 10 } });
      throw new Error('Undone');
    }),
  ).rejects.toThrow('Undone');
  expect(await sent()).toHaveLength(before);
});

it('contains ids, numbers and codes, but no personal data', async () => {
  const rows = await app.db.webhookDelivery.findMany();
  const kinds = new Set(rows.map(({ kind }) => kind));
  expect([...webhookKinds].filter((kind) => !kinds.has(kind))).toEqual([]);
  const members = new Set(rows.flatMap(({ data }) => Object.keys(data as object)));
  expect([...members].toSorted()).toEqual([
    'documentId',
    'fromStatus',
    'messageId',
    'numRequest',
    'percent',
    'requestId',
    'status',
    'stepId',
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/Alami|AB123456|personne d’autre/);
});

it('reports nothing to an organisation while none of its agents can sign in', async () => {
  const { agent, step, sent } = await aStepOfListener();
  const before = (await sent()).length;
  const set = async (percent: number, disabledAt: Date | null) => {
    await app.db.user.update({ where: { id: agent.id }, data: { disabledAt } });
    await app.db.processingStep.update({ where: { id: step.id }, data: { percent } });
  };
  await set(10, new Date());
  expect(await sent()).toHaveLength(before);
  await set(20, null);
  expect(await sent()).toHaveLength(before + 1);
});
