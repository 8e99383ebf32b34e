// @module-tag slow

import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { createTestDatabase, type TestDatabase } from '@wasl/tooling/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { startS3, type TestS3 } from '../../testing/s3-server.ts';
import { systemClock } from '../program/clock.ts';
import { inTransaction, openDatabase, type PrismaClient } from '../database/db.ts';
import { createLogger } from '../program/logger.ts';
import { createFiles } from './files.ts';
import { createStoreOwnership, type StoreOwnership } from './store-ownership.ts';
import { openStorage } from './open-storage.ts';
import { newKey, StoredFileMissing, type Storage } from './storage.ts';
import { useTestFolder } from '../../testing/use-test-app.ts';

const dayMs = 24 * 3600 * 1000;
const log = createLogger('silent');

describe.each(['folder', 'S3'])('a store of files in a %s that two databases use', (kind) => {
  const databases: TestDatabase[] = [];
  const clients: PrismaClient[] = [];
  let s3: TestS3 | undefined;
  const folder = useTestFolder();
  let root: string;
  let storage: Storage;
  /** The live database, and another one with the same STORAGE_URL. */
  let live: PrismaClient;
  let other: PrismaClient;
  let ownership: StoreOwnership;

  beforeAll(async () => {
    if (kind === 'S3') s3 = await startS3();
    [live, other] = [await aDatabase(), await aDatabase()];
  });
  afterAll(async () => {
    for (const client of clients) await client.$disconnect();
    for (const database of databases) await database.drop();
    await s3?.close();
  });
  beforeEach(async () => {
    const name = newKey().replaceAll('_', 'x');
    root = path.join(folder, name);
    storage = await openStorage(s3?.storageUrl(name) ?? root);
    for (const db of clients) {
      await db.storedFile.deleteMany();
      await db.installation.deleteMany();
    }
    ownership = ownershipOf(live);
  });

  const aDatabase = async (): Promise<PrismaClient> => {
    const database = await createTestDatabase();
    databases.push(database);
    const client = openDatabase(database.url);
    clients.push(client);
    return client;
  };
  /** The store ownership of a process with this database, two days later: every file is old enough to sweep. */
  const ownershipOf = (db: PrismaClient): StoreOwnership =>
    createStoreOwnership({
      db,
      storage,
      log,
      clock: { now: () => new Date(Date.now() + 2 * dayMs) },
    });
  const put = async (): Promise<string> => {
    const source = path.join(folder, 'source');
    await writeFile(source, 'the content');
    return await storage.put(source, 11, createHash('sha256').update('the content').digest('hex'));
  };
  const putKnown = async (db: PrismaClient) =>
    await db.storedFile.create({
      data: {
        key: await put(),
        originalName: 'plan.pdf',
        mimeType: 'application/pdf',
        size: 11,
        sha256: '',
      },
    });
  const isThere = async (key: string): Promise<boolean> => {
    try {
      return (await text(await storage.open(key))) === 'the content';
    } catch (error) {
      if (error instanceof StoredFileMissing) return false;
      throw error;
    }
  };
  /** The effect of pg_dump and pg_restore on the two relevant tables. */
  const restoreInto = async (db: PrismaClient): Promise<void> => {
    const [installations, files] = await Promise.all([
      live.installation.findMany(),
      live.storedFile.findMany(),
    ]);
    await inTransaction(db, async (tx) => {
      // The deferred work of an erased file may be reading the database's id now.
      await tx.$executeRaw`LOCK TABLE installations IN EXCLUSIVE MODE`;
      await tx.installation.deleteMany();
      await tx.storedFile.deleteMany();
      await tx.installation.createMany({ data: installations });
      await tx.storedFile.createMany({ data: files });
    });
  };

  it('is swept only of files without a row that are older than a day', async () => {
    expect(await ownership.keep()).toEqual({ kind: 'ours' });
    const known = await putKnown(live);
    const orphan = await put();
    const today = createStoreOwnership({
      db: live,
      storage,
      log,
      clock: { now: () => new Date() },
    });
    expect(await today.sweep()).toMatchObject({ files: 2, orphans: 0, removed: 0, refusal: null });
    expect(await ownership.sweep()).toMatchObject({
      files: 2,
      orphans: 1,
      removed: 1,
      refusal: null,
    });
    expect(await isThere(orphan)).toBe(false);
    expect(await isThere(known.key)).toBe(true);
  });

  it('loses no file to a database that is not its owner', async () => {
    await ownership.keep();
    const known = await putKnown(live);
    const theirs = ownershipOf(other);
    expect(await theirs.keep()).toMatchObject({ kind: 'foreign' });
    expect(await theirs.sweep()).toMatchObject({ removed: 0, refusal: { kind: 'foreign' } });
    expect(await theirs.sweep({ isOverLimit: true })).toMatchObject({ removed: 0 });
    expect(await isThere(known.key)).toBe(true);
    expect(await ownership.ownership()).toEqual({ kind: 'ours' });
  });

  it('loses no file to a restored copy of its database, by a sweep or by a removal', async () => {
    await ownership.keep();
    const before = await putKnown(live);
    await restoreInto(other);
    const after = await putKnown(live);
    const theirs = ownershipOf(other);
    expect(await theirs.sweep()).toMatchObject({
      orphans: 1,
      removed: 0,
      refusal: { kind: 'foreign' },
    });
    const copied = await other.storedFile.findFirstOrThrow({ where: { key: before.key } });
    await inTransaction(other, async (tx) => {
      const most = { files: 1, bytes: 1 };
      const quotas = { ever: most, day: most, request: most };
      await createFiles(storage, systemClock, theirs, quotas).erase(tx, copied);
    });
    expect(await theirs.mayRemove()).toBe(false);
    expect(await isThere(before.key)).toBe(true);
    expect(await isThere(after.key)).toBe(true);
    expect(await ownership.sweep()).toMatchObject({ refusal: null });
  });

  it('changes its owner once an administrator claims it for the copy', async () => {
    await ownership.keep();
    await putKnown(live);
    await restoreInto(other);
    const after = await putKnown(live);
    const theirs = ownershipOf(other);
    expect(await theirs.ownership()).toMatchObject({ kind: 'foreign' });
    await theirs.claim();
    expect(await ownershipOf(live).sweep()).toMatchObject({ refusal: { kind: 'foreign' } });
    expect(await theirs.sweep()).toMatchObject({ removed: 1, refusal: null });
    expect(await isThere(after.key)).toBe(false);
  });

  it('requires an administrator’s claim after its database was restored to an older state', async () => {
    await ownership.keep();
    const dump = await live.installation.findUniqueOrThrow({ where: { single: 1 } });
    const hourBefore = new Date((dump.storeKeptAt?.getTime() ?? 0) - 3600_000);
    await live.installation.update({ where: { single: 1 }, data: { storeKeptAt: hourBefore } });
    const sinceThen = await put();
    const restored = ownershipOf(live);
    expect(await restored.sweep()).toMatchObject({ removed: 0, refusal: { kind: 'later' } });
    expect(await isThere(sinceThen)).toBe(true);
    await restored.claim();
    expect(await restored.sweep()).toMatchObject({ removed: 1, refusal: null });
  });

  it('can be claimed by several processes of one database at once', async () => {
    const processes = [ownershipOf(live), ownershipOf(live), ownershipOf(live)];
    for (let round = 0; round < 5; round += 1) {
      const found = await Promise.all(processes.map((one) => one.keep()));
      expect(found).toEqual([{ kind: 'ours' }, { kind: 'ours' }, { kind: 'ours' }]);
    }
  });

  it('cannot be claimed by a database that does not know its files, even without a marker', async () => {
    await putKnown(other);
    await put();
    await put();
    expect(await ownership.sweep()).toMatchObject({
      removed: 0,
      refusal: { kind: 'unmarked', files: 3, unknown: 3 },
    });
    expect(await ownershipOf(other).keep()).toMatchObject({ kind: 'unmarked', unknown: 2 });
    await putKnown(other);
    expect(await ownershipOf(other).keep()).toEqual({ kind: 'ours' });
  });

  it('is not swept when its marker cannot be read', async () => {
    await put();
    await storage.writeMarker('{"database":');
    expect(await ownership.sweep()).toMatchObject({
      removed: 0,
      refusal: { kind: 'foreign', database: null },
    });
  });

  it('is not swept of a large share of its files without confirmation', async () => {
    await ownership.keep();
    await putKnown(live);
    const orphans: string[] = [];
    while (orphans.length < 51) orphans.push(await put());
    expect(await ownership.sweep()).toMatchObject({
      orphans: 51,
      removed: 0,
      refusal: { kind: 'share' },
    });
    expect(await ownership.sweep({ isOverLimit: true, isDryRun: true })).toMatchObject({
      orphans: 51,
      removed: 0,
      refusal: null,
    });
    await storage.remove(orphans[0] ?? '');
    expect(await ownership.sweep()).toMatchObject({ orphans: 50, removed: 50, refusal: null });
  });

  it('is swept of half-written files of killed processes, a day later and only by its owner', async () => {
    if (kind === 'S3') {
      // S3 objects are atomic.
      expect(await ownership.sweep()).toMatchObject({ unfinished: 0 });
      return;
    }
    await ownership.keep();
    const known = await putKnown(live);
    const incoming = path.join(root, 'incoming');
    const half = path.join(incoming, 'c0ffee');
    await writeFile(half, 'the con');
    const today = createStoreOwnership({
      db: live,
      storage,
      log,
      clock: { now: () => new Date() },
    });
    expect(await today.sweep()).toMatchObject({ unfinished: 0 });
    expect(await ownershipOf(other).sweep()).toMatchObject({
      unfinished: 1,
      refusal: { kind: 'foreign' },
    });
    expect(await ownership.sweep({ isDryRun: true })).toMatchObject({ unfinished: 1 });
    expect(await readdir(incoming)).toEqual(['c0ffee']);
    expect(await ownership.sweep()).toMatchObject({ files: 1, orphans: 0, unfinished: 1 });
    expect(await readdir(incoming)).toEqual([]);
    expect(await isThere(known.key)).toBe(true);
  });

  it('is not changed by a dry run', async () => {
    const orphan = await put();
    await putKnown(live);
    const report = await ownership.sweep({ isDryRun: true });
    expect(report).toMatchObject({ files: 2, orphans: 1, removed: 0, refusal: null });
    expect(report.examples.map(({ key }) => key)).toEqual([orphan]);
    expect(await isThere(orphan)).toBe(true);
    expect(await storage.readMarker()).toBeNull();
  });
});
