// @module-tag slow

import { randomUUID } from 'node:crypto';

import { expect, it } from 'vitest';

import { addDocument, createTestApp, samplePdf, useTestApp } from '../../testing/index.ts';
import { limits } from '../settings/limits.ts';

const app = useTestApp();

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000);

it('the quota is respected by concurrent uploads, also to different requests', async () => {
  const owner = await app.make.aBeneficiary();
  const client = await app.as(owner);
  const requests: { id: number }[] = [];
  while (requests.length < 6) requests.push(await app.make.aRequest({ beneficiaryId: owner.id }));
  await app.db.storedFile.createMany({
    data: Array.from({ length: 499 }, (_, i) => ({
      key: `kept-${String(i)}`.padEnd(32, 'x'),
      originalName: 'plan.pdf',
      mimeType: 'application/pdf',
      size: 1,
      sha256: '',
      ownerId: owner.id,
      createdAt: daysAgo(2),
    })),
  });
  const answers = await Promise.all(
    requests.map(({ id }) => addDocument(client, id, 'BUSINESS_PLAN', 'plan.pdf')),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, 422, 422, 422, 422, 422]);
  expect(await app.db.storedFile.count({ where: { ownerId: owner.id } })).toBe(500);
});

it.each([
  ['files', { count: 199, size: 1 }],
  ['bytes', { count: 50, size: 10 * 1024 ** 2 }],
])(
  'limits the %s that a person uploads in a day, also simultaneously, and resets the next day',
  async (_, { count, size }) => {
    const owner = await app.make.aBeneficiary();
    const client = await app.as(owner);
    await app.db.storedFile.createMany({
      data: Array.from({ length: count }, (__, i) => ({
        key: `${owner.id}-${String(i)}`,
        originalName: 'plan.pdf',
        mimeType: 'application/pdf',
        size,
        sha256: '',
        ownerId: owner.id,
      })),
    });
    const hand = async () => {
      const { id } = await app.make.aRequest({ beneficiaryId: owner.id });
      return await addDocument(client, id, 'BUSINESS_PLAN', 'plan.pdf');
    };
    const answers = await Promise.all([hand(), hand(), hand()]);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused[0]?.headers['retry-after']).toBe('3600');
    const ownerId = owner.id;
    await app.db.storedFile.updateMany({ where: { ownerId }, data: { createdAt: daysAgo(1.1) } });
    expect((await hand()).status).toBe(201);
  },
);

it.each([
  ['files', { files: 5 }, 5],
  ['bytes', { bytes: 1024 ** 2 }, 3],
])(
  'limits the %s of one request with its steps and messages, for all senders, also simultaneously',
  async (_, less, most) => {
    const { mostFiles } = limits;
    const request = { ...mostFiles.request, ...less };
    const small = await createTestApp({ settings: { mostFiles: { ...mostFiles, request } } });
    try {
      const owner = await small.make.aBeneficiary();
      const agent = await small.make.anAgent();
      const request = await small.make.aRequest({ beneficiaryId: owner.id, status: 'ENTAME' });
      const { id: stepId } = await small.make.aStep({
        requestId: request.id,
        partnerId: agent.partnerId,
      });
      // Three of them fit into a megabyte, four do not.
      const pdf = Buffer.concat([samplePdf, Buffer.alloc(300 * 1024, '\n')]);
      const asOwner = await small.as(owner);
      const asAgent = await small.as(agent);
      const send = (by: typeof asOwner, files: number) => {
        const call = by
          .post(`/processing/step/${String(stepId)}/messages/files`)
          .field('body', 'x')
          .field('clientKey', randomUUID())
          .field('seenUpTo', '0');
        for (let n = 0; n < files; n += 1) call.attach('files', pdf, 'a.pdf');
        return call;
      };
      for (const code of ['A', 'B']) {
        const { id: documentItemId } = await small.make.anItem('DOCUMENT', { code });
        await small.db.stepDocument.create({ data: { stepId, documentItemId } });
      }
      const handIn = (code: string) =>
        asOwner
          .post(`/processing/step/upload/${String(stepId)}`)
          .field('codes', code)
          .attach('files', pdf, 'a.pdf');
      await handIn('A').expect(201);
      const statuses = await Promise.all(
        [1, 2, 3].map(async () => (await send(asOwner, 2)).status),
      );
      const taken = statuses.filter((status) => status === 201).length;
      expect(statuses.filter((status) => status === 422)).toHaveLength(3 - taken);
      expect(1 + 2 * taken).toBe(most);
      await send(asAgent, 1).expect(422);
      await handIn('B').expect(422);
      expect(await small.db.storedFile.count()).toBe(most);
      // Another request of the same person has its own quota.
      const { id } = await small.make.aRequest({ beneficiaryId: owner.id });
      await addDocument(asOwner, id, 'BUSINESS_PLAN', 'plan.pdf', pdf).expect(201);
    } finally {
      await small.close();
    }
  },
);
