// @module-tag slow

import { randomBytes } from 'node:crypto';

import type { RequestDocumentView } from '@wasl/contracts';
import { expect, it } from 'vitest';

import { addDocument, pdfWith, samplePdf, useTestApp } from '../../testing/index.ts';
import { useS3 } from '../../testing/s3-server.ts';
import { runHousekeeping } from '../jobs/housekeeping.ts';

const s3 = useS3();
const app = useTestApp(() => ({ env: { STORAGE_URL: s3.storageUrl('portal/2026') } }));

it('returns uploads from an S3 store byte for byte and with their name', async () => {
  const user = await app.make.aBeneficiary();
  const owner = await app.as(user);
  const request = await app.make.aRequest({ beneficiaryId: user.id });
  const send = (content: Buffer, name: string) =>
    addDocument(owner, request.id, 'BUSINESS_PLAN', name, content);
  for (const [name, size] of [
    ['Étude — خطة «١».pdf', 0],
    ["plan d'affaires 100 %.pdf", 9 * 1024 ** 2],
  ] as const) {
    const drawn = `<</Length ${String(size)}>>\nstream\n${randomBytes(size).toString('latin1')}\nendstream`;
    const content = pdfWith('', drawn);
    const stored = (await send(content, name).expect(201)).body as RequestDocumentView;
    const answer = await owner
      .get(`/downloadFileRequest/${stored.filename}`)
      .buffer(true)
      .expect(200)
      .expect('content-length', String(content.length));
    expect(content.equals(answer.body as Buffer)).toBe(true);
    expect(answer.headers['content-disposition']).toContain(
      encodeURIComponent(name).replaceAll("'", '%27'),
    );
  }
  // Occasional 503s of the store stay invisible to users.
  let calls = 0;
  s3.front.refuse = () => ((calls += 1) % 3 === 0 ? 503 : undefined);
  for (let n = 0; n < 3; n += 1) {
    const content = Buffer.concat([samplePdf, Buffer.from(`\n% ${String(n)}\n`)]);
    const stored = (await send(content, 'plan.pdf').expect(201)).body as RequestDocumentView;
    const answer = await owner
      .get(`/downloadFileRequest/${stored.filename}`)
      .buffer(true)
      .expect(200);
    expect(content.equals(answer.body as Buffer)).toBe(true);
  }
  expect(calls).toBeGreaterThan(9);
  s3.front = {};
  await app.anonymous.get('/health/ready').expect(200);
  await runHousekeeping(app.deps);
  expect(await app.deps.storeOwnership.ownership()).toEqual({ kind: 'ours' });

  s3.front.refuse = ({ method }) => (method === 'PUT' ? 507 : undefined);
  expect((await send(samplePdf, 'full.pdf')).status).toBe(503);
});
