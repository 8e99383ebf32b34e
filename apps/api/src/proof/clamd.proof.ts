import type { RequestDocumentView } from '@wasl/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, samplePdf, type TestApp } from '../testing/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { SCANNER_URL: process.env.TEST_CLAMD ?? '' } });
});
afterAll(async () => {
  await app.close();
});

it('lets a clean file through and holds back one with a signature, by a real clamd', async () => {
  const user = await app.make.aBeneficiary();
  const owner = await app.as(user);
  const request = await app.make.aRequest({ beneficiaryId: user.id });
  const send = async (name: string, content: Buffer) =>
    (
      await owner
        .post(`/requests/${String(request.id)}/document`)
        .field('name', name)
        .attach('file', content, 'plan.pdf')
        .expect(201)
    ).body as RequestDocumentView;
  const clean = await send('BUSINESS_PLAN', samplePdf);
  const signed = Buffer.concat([samplePdf, Buffer.from(process.env.TEST_CLAMD_SIGNED ?? '')]);
  const infected = await send('ILLUSTRATIVE_PRESENTATION', signed);
  await owner.get(`/downloadFileRequest/${clean.filename}`).expect(409);
  await app.scanning?.scanWaiting();
  await owner.get(`/downloadFileRequest/${clean.filename}`).expect(200);
  const states = await app.db.storedFile.findMany({
    where: { ownerId: user.id },
    orderBy: { id: 'asc' },
    select: { key: true, scanState: true },
  });
  expect(states).toEqual([
    { key: clean.filename, scanState: 'CLEAN' },
    { key: infected.filename, scanState: 'INFECTED' },
  ]);
  await owner.get(`/downloadFileRequest/${infected.filename}`).expect(({ status }) => {
    if (status < 400) throw new Error(`an infected file was handed out (${String(status)})`);
  });
});
