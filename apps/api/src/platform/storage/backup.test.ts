// @module-tag slow

import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createTestApp, samplePdf, samplePicture, type TestApp } from '../../testing/index.ts';
import { useS3 } from '../../testing/s3-server.ts';
import { runHousekeeping } from '../jobs/housekeeping.ts';

const hourMs = 60 * 60 * 1000;
const s3 = useS3();

/** Files in a database dump: every key, with the sha-256 of its bytes. */
async function dumpOf(app: TestApp) {
  return await app.db.storedFile.findMany({
    where: { removedAt: null },
    select: { key: true, sha256: true },
  });
}

async function sha256Of(app: TestApp, key: string): Promise<string | null> {
  try {
    const bytes = await buffer(await app.deps.storage.open(key));
    return createHash('sha256').update(bytes).digest('hex');
  } catch {
    return null;
  }
}

describe.each(['folder', 's3'] as const)('a backup with the files in a %s', (kind) => {
  let app: TestApp;
  let now: Date;
  beforeEach(async () => {
    now = new Date();
    app = await createTestApp({
      clock: { now: () => now },
      ...(kind === 's3' ? { env: { STORAGE_URL: s3.storageUrl('backup') } } : {}),
    });
  });
  afterEach(() => app.close());

  it('contains every file of the dump for a day, despite replacements and removals', async () => {
    const user = await app.make.aBeneficiary();
    const request = await app.make.aRequest({ beneficiaryId: user.id });
    const agent = await app.make.anAgent();
    const plan = (name: string, content: string) => async () => {
      const owner = await app.as(user);
      await owner
        .post(`/requests/${String(request.id)}/document`)
        .field('name', name)
        .attach('file', Buffer.concat([samplePdf, Buffer.from(content)]), 'plan.pdf')
        .expect(201);
    };
    const logo = async (width: number) => {
      const colleague = await app.as(agent);
      await colleague
        .post(`/partners/${String(agent.partnerId)}/logo`)
        .attach('file', samplePicture('png', width, 40), 'logo.png')
        .expect(201);
    };
    await plan('BUSINESS_PLAN', 'one')();
    await plan('ILLUSTRATIVE_PRESENTATION', 'two')();
    await logo(80);
    await app.deps.storeOwnership.claim();
    // Older than the sweep's minimum age: only the recent removal protects them.
    now = new Date(now.getTime() + 48 * hourMs);
    const dump = await dumpOf(app);
    expect(dump).toHaveLength(3);

    // After the dump, one file is replaced, one removed, and a logo replaced.
    await plan('BUSINESS_PLAN', 'another')();
    const owner = await app.as(user);
    await owner
      .delete(`/requests/${String(request.id)}/document/ILLUSTRATIVE_PRESENTATION`)
      .expect(200);
    await logo(90);
    expect(await app.db.storedFile.count({ where: { removedAt: null } })).toBe(2);
    const start = now.getTime();
    for (const hours of [1, 12, 23]) {
      now = new Date(start + hours * hourMs);
      await runHousekeeping(app.deps);
      for (const { key, sha256 } of dump) expect(await sha256Of(app, key)).toBe(sha256);
    }
    // After a day exactly their bytes are removed.
    now = new Date(start + 49 * hourMs);
    await runHousekeeping(app.deps);
    await app.deps.storeOwnership.sweep({ isOverLimit: true });
    const left = await Promise.all(dump.map(async ({ key }) => await sha256Of(app, key)));
    expect(left).toEqual([null, null, null]);
    for (const { key, sha256 } of await dumpOf(app)) expect(await sha256Of(app, key)).toBe(sha256);
  });
});
