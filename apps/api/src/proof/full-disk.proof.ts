import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, samplePdf, type TestApp } from '../testing/index.ts';

const execute = promisify(execFile);
let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'wasl-full-'));
  await execute('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]);
  app = await createTestApp({ env: { STORAGE_URL: folder } });
});
afterAll(async () => {
  await app.close();
  await execute('umount', [folder]);
  await rm(folder, { recursive: true, force: true });
});

const readiness = async () => {
  const answer = await fetch(`${app.baseUrl}/api/health/ready`);
  return { status: answer.status, body: (await answer.json()) as { checks: { storage: string } } };
};

it('is not ready while the disk of the files is full, says so, refuses uploads whole, and goes on when there is room', async () => {
  const user = await app.make.aBeneficiary();
  const owner = await app.as(user);
  const request = await app.make.aRequest({ beneficiaryId: user.id });
  const upload = (name: string) =>
    owner
      .post(`/requests/${String(request.id)}/document`)
      .field('name', name)
      .attach('file', samplePdf, 'plan.pdf');
  await upload('BUSINESS_PLAN').expect(201);
  expect((await readiness()).status).toBe(200);

  const filler = path.join(folder, 'filler');
  await writeFile(filler, Buffer.alloc(5 * 1024 * 1024)).catch((error: unknown) => {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  });
  await upload('ILLUSTRATIVE_PRESENTATION').expect(503);
  expect(await app.db.storedFile.count()).toBe(1);
  const full = await readiness();
  expect(full).toMatchObject({ status: 503, body: { checks: { storage: 'failed' } } });
  const said = app.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(said.find(({ event }) => event === 'not ready')).toMatchObject({
    what: 'storage',
    reason: expect.stringContaining('ENOSPC') as string,
  });

  await rm(filler);
  expect((await readiness()).status).toBe(200);
  await upload('ILLUSTRATIVE_PRESENTATION').expect(201);
});
