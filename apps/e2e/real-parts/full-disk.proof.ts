import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createDraft, execute, samplePdf, useTestApp, useTestFolder } from './set-up.ts';

const folder = path.join(useTestFolder(), 'disk');
beforeAll(async () => {
  await mkdir(folder);
  await execute('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]);
});
afterAll(() => execute('umount', [folder]));
const app = useTestApp({ env: { STORAGE_URL: folder } });

const readiness = async () => {
  const answer = await fetch(`${app.baseUrl}/api/health/ready`);
  return { status: answer.status, body: (await answer.json()) as { checks: { storage: string } } };
};

it('is not ready while the file disk is full, refuses uploads, and recovers when there is space', async () => {
  const { send } = await createDraft(app);
  const upload = (name: string) => send(name, samplePdf);
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
  const logEntries = app.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(logEntries.find(({ event }) => event === 'health.not_ready')).toMatchObject({
    what: 'storage',
    reason: expect.stringContaining('ENOSPC') as string,
  });

  await rm(filler);
  expect((await readiness()).status).toBe(200);
  await upload('ILLUSTRATIVE_PRESENTATION').expect(201);
});
