// @module-tag slow

import { afterEach, describe, expect, it } from 'vitest';

import { addDocument, handIn, samplePicture, useTestApp } from '../../testing/index.ts';
import { runHousekeeping } from '../jobs/housekeeping.ts';
import { StoredFileMissing, type Storage } from './storage.ts';

/**
 * A store that blocks every upload, before or after its bytes are stored, until the test releases it. It reports
 * blocked uploads.
 */
function pausedStore() {
  let mode: 'open' | 'before' | 'after' = 'open';
  let paused: (() => void)[] = [];
  let waiting: { count: number; go: () => void }[] = [];
  const stop = async (): Promise<void> => {
    const released = new Promise<void>((go) => paused.push(go));
    for (const { count, go } of waiting) if (paused.length >= count) go();
    await released;
  };
  return {
    pause: (where: 'before' | 'after') => {
      mode = where;
    },
    release: () => {
      mode = 'open';
      for (const go of paused) go();
      paused = [];
      waiting = [];
    },
    /** Resolves when this many uploads are blocked. */
    hasPaused: (count: number) =>
      new Promise<void>((go) => {
        if (paused.length >= count) go();
        else waiting.push({ count, go });
      }),
    around: (storage: Storage): Storage => ({
      ...storage,
      put: async (path, size, sha256) => {
        if (mode === 'before') await stop();
        const key = await storage.put(path, size, sha256);
        if (mode === 'after') {
          await stop();
          throw new Error('The process that stored this is gone');
        }
        return key;
      },
    }),
  };
}

const store = pausedStore();
let laterMs = 0;
const app = useTestApp({
  clock: { now: () => new Date(Date.now() + laterMs) },
  aroundStorage: store.around,
});
afterEach(() => {
  store.release();
  laterMs = 0;
});

async function aDraft() {
  const user = await app.make.aBeneficiary();
  const { id } = await app.make.aRequest({ beneficiaryId: user.id });
  return { user, id, client: await app.as(user) };
}
type Draft = Awaited<ReturnType<typeof aDraft>>;

/** Sends it at once: supertest waits for an `await`. */
const sent = async <T>(call: PromiseLike<T>): Promise<T> => await call;
const upload = ({ client, id }: Draft) =>
  sent(addDocument(client, id, 'BUSINESS_PLAN', 'plan.pdf'));
const picture = samplePicture('png', 4, 4);

async function orphans(): Promise<string[]> {
  const rows = await app.db.storedFile.findMany({ select: { key: true } });
  const known = new Set(rows.map(({ key }) => key));
  const keys: string[] = [];
  for await (const { key } of app.deps.storage.list()) if (!known.has(key)) keys.push(key);
  return keys;
}

describe('a slow store', () => {
  it('does not delay other responses during twelve hanging uploads', async () => {
    const drafts: Draft[] = [];
    while (drafts.length < 12) drafts.push(await aDraft());
    const other = await aDraft();
    store.pause('before');
    const uploads = drafts.map((draft) => upload(draft));
    await store.hasPaused(12);
    for (const { client, id } of [other, ...drafts.slice(0, 2)]) {
      await client.get(`/requests/${String(id)}`).expect(200);
      await client.post('/requests/filter', []).expect(200);
    }
    store.release();
    expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(Array(12).fill(201));
  });

  it('allows a person ten simultaneous uploads; the eleventh is refused, other people’s are not', async () => {
    const draft = await aDraft();
    const other = await aDraft();
    store.pause('before');
    const uploads = Array.from({ length: 10 }, () => upload(draft));
    await store.hasPaused(10);
    const eleventh = await upload(draft);
    expect(eleventh.status).toBe(429);
    expect(eleventh.body).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(0);
    // Their other calls and other people's uploads do not count.
    await draft.client.get(`/requests/${String(draft.id)}`).expect(200);
    const theirs = upload(other);
    await store.hasPaused(11);
    store.release();
    const statuses = (await Promise.all([...uploads, theirs])).map(({ status }) => status);
    expect(statuses).toEqual(Array(11).fill(201));
    expect((await upload(draft)).status).toBe(201);
  });

  it('does not lock the request, the step and the account during a hanging upload', async () => {
    const draft = await aDraft();
    const agent = await app.make.anAgent();
    const followed = await app.make.aRequest({ beneficiaryId: draft.user.id, status: 'ENTAME' });
    const step = await app.make.aStep({ requestId: followed.id, partnerId: agent.partnerId });
    const item = await app.make.anItem('DOCUMENT', { code: 'RIB' });
    await app.db.stepDocument.create({ data: { stepId: step.id, documentItemId: item.id } });
    const desk = await app.as(agent);
    store.pause('before');
    const paper = { typeIdentity: 'cin', idExpirationDate: '2199-01-31', url: null };
    const uploads = [
      upload(draft),
      sent(handIn(draft.client, step.id, 'rib.pdf')),
      sent(
        draft.client
          .post('/identity/upload')
          .field('info', JSON.stringify({ userId: draft.user.id, ...paper }))
          .attach('file', picture, 'carte.png'),
      ),
      sent(
        desk.post(`/partners/${String(agent.partnerId)}/logo`).attach('file', picture, 'logo.png'),
      ),
    ];
    await store.hasPaused(4);
    await app.db.$transaction([
      app.db.$queryRaw`SELECT id FROM requests FOR UPDATE NOWAIT`,
      app.db.$queryRaw`SELECT id FROM processing_steps FOR UPDATE NOWAIT`,
      app.db.$queryRaw`SELECT id FROM users FOR UPDATE NOWAIT`,
      app.db.$queryRaw`SELECT id FROM partners FOR UPDATE NOWAIT`,
    ]);
    store.release();
    const statuses = (await Promise.all(uploads)).map(({ status }) => status);
    expect(statuses.filter((status) => status > 201)).toEqual([]);
  });

  it('refuses an upload when the state has changed meanwhile, and deletes its bytes', async () => {
    const draft = await aDraft();
    store.pause('before');
    const late = upload(draft);
    await store.hasPaused(1);
    await draft.client.delete(`/requests/${String(draft.id)}`).expect(200);
    store.release();
    expect((await late).status).toBe(404);
    expect(await app.db.storedFile.count({ where: { ownerId: draft.user.id } })).toBe(0);
    await expect.poll(() => orphans()).toEqual([]);
  });
});

describe('a process that ends between storing the bytes and the row', () => {
  it('leaves the earlier document, no row without bytes, and bytes for a sweep a day later', async () => {
    const draft = await aDraft();
    expect((await upload(draft)).status).toBe(201);
    const before = await app.db.storedFile.findMany();
    // From here on the process has no database connection, so these bytes get no row.
    store.pause('after');
    const cut = upload(draft);
    await store.hasPaused(1);
    expect(await app.db.storedFile.findMany()).toEqual(before);
    for (const { key } of before) (await app.deps.storage.open(key)).destroy();
    const [lost, ...others] = await orphans();
    expect(others).toEqual([]);
    expect(await app.deps.storeOwnership.sweep()).toMatchObject({ removed: 0 });
    laterMs = 25 * 3600 * 1000;
    expect(await app.deps.storeOwnership.sweep()).toMatchObject({ removed: 1 });
    await expect(app.deps.storage.open(lost ?? '')).rejects.toThrow(StoredFileMissing);
    store.release();
    expect((await cut).status).toBe(503);
  });
});

describe('a replaced document', () => {
  it('keeps its row and bytes for a day, for readers and backups, and counts until then', async () => {
    const draft = await aDraft();
    await upload(draft);
    const [first] = await app.db.storedFile.findMany({ where: { ownerId: draft.user.id } });
    await upload(draft);
    await runHousekeeping(app.deps);
    const key = first?.key ?? '';
    expect(await app.db.storedFile.findUnique({ where: { key } })).toMatchObject({
      removedAt: expect.any(Date) as Date,
    });
    (await app.deps.storage.open(key)).destroy();
    laterMs = 25 * 3600 * 1000;
    await runHousekeeping(app.deps);
    laterMs = 0;
    expect(await app.db.storedFile.findUnique({ where: { key } })).toBeNull();
    await expect(app.deps.storage.open(key)).rejects.toThrow(StoredFileMissing);
    // The replacement stays.
    await draft.client.get(`/requests/${String(draft.id)}`).expect(200);
    expect(await app.db.storedFile.count({ where: { ownerId: draft.user.id } })).toBe(1);
  });
});
