import type { RequestDocumentView } from '@wasl/contracts';
import { expect, it } from 'vitest';

import { createDraft, samplePdf, useTestApp } from './set-up.ts';

const app = useTestApp({ env: { SCANNER_URL: process.env.TEST_CLAMD ?? '' } });

it('accepts a clean file and blocks one with a virus signature, by a real clamd', async () => {
  const { user, owner, send } = await createDraft(app);
  const signed = Buffer.concat([samplePdf, Buffer.from(process.env.TEST_CLAMD_SIGNED ?? '')]);
  const sent = [
    await send('BUSINESS_PLAN', samplePdf).expect(201),
    await send('ILLUSTRATIVE_PRESENTATION', signed).expect(201),
  ];
  const [clean = '', infected = ''] = sent.map(
    ({ body }) => (body as RequestDocumentView).filename,
  );
  await owner.get(`/downloadFileRequest/${clean}`).expect(409);
  await app.scanning?.scanWaiting();
  await owner.get(`/downloadFileRequest/${clean}`).expect(200);
  const states = await app.db.storedFile.findMany({
    where: { ownerId: user.id },
    orderBy: { id: 'asc' },
    select: { key: true, scanState: true },
  });
  expect(states).toEqual([
    { key: clean, scanState: 'CLEAN' },
    { key: infected, scanState: 'INFECTED' },
  ]);
  await owner.get(`/downloadFileRequest/${infected}`).expect(({ status }) => {
    if (status < 400) throw new Error(`an infected file was handed out (${String(status)})`);
  });
});
