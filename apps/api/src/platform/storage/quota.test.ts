import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, samplePdf, type TestApp } from '../../testing/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  await app.close();
});

it('is kept by uploads that come at once, also to different requests (S43)', async () => {
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
    })),
  });
  const answers = await Promise.all(
    requests.map(({ id }) =>
      client
        .post(`/requests/${String(id)}/document`)
        .field('name', 'BUSINESS_PLAN')
        .attach('file', samplePdf, 'plan.pdf'),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, 422, 422, 422, 422, 422]);
  expect(await app.db.storedFile.count({ where: { ownerId: owner.id } })).toBe(500);
});
