/**
 * Checks that a file store meets the portal's needs. It puts, reads, lists and removes files of 0 B, 1 B, 5 MB and 10
 * MB, and several of the largest size concurrently. It compares every byte, then tests the readiness check and missing
 * files. docs/operations/files.md has the command. All files use a separate prefix (or folder) inside STORAGE_URL and are
 * removed. Exit code 1 on an error.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { buffer } from 'node:stream/consumers';

import { parseStorageAddress } from '../../api/src/platform/storage/address.ts';
import { diskStorage } from '../../api/src/platform/storage/disk.ts';
import { s3Storage } from '../../api/src/platform/storage/s3.ts';
import { newKey, StoredFileMissing, type Storage } from '../../api/src/platform/storage/storage.ts';

const MB = 1024 ** 2;

const storageUrl = process.env.STORAGE_URL ?? '';
if (storageUrl === '') throw new Error('STORAGE_URL is missing');
const address = parseStorageAddress(storageUrl);
const own = `proof-${randomBytes(6).toString('hex')}`;
const storage: Storage =
  address.kind === 's3'
    ? await s3Storage({ ...address, prefix: [address.prefix, own].filter(Boolean).join('/') })
    : diskStorage(path.join(address.folder, own));

let faults = 0;
function print(isRight: boolean, what: string, ms: number): void {
  if (!isRight) faults += 1;
  process.stdout.write(`${isRight ? 'ok   ' : 'WRONG'} ${what} (${ms.toFixed(0)} ms)\n`);
}
async function proves(what: string, work: () => Promise<boolean>): Promise<void> {
  const from = performance.now();
  try {
    print(await work(), what, performance.now() - from);
  } catch (error) {
    print(false, `${what}: ${String(error)}`, performance.now() - from);
  }
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'wasl-store-'));
const storedObjects = new Map<string, Buffer>();
async function put(size: number): Promise<string> {
  const bytes = randomBytes(size);
  const source = path.join(folder, newKey());
  await writeFile(source, bytes);
  const key = await storage.put(source, size, createHash('sha256').update(bytes).digest('hex'));
  await rm(source);
  storedObjects.set(key, bytes);
  return key;
}
async function isSame(key: string): Promise<boolean> {
  const bytes = storedObjects.get(key);
  return bytes !== undefined && bytes.equals(await buffer(await storage.open(key)));
}
async function isGone(key: string): Promise<boolean> {
  try {
    (await storage.open(key)).destroy();
    return false;
  } catch (error) {
    return error instanceof StoredFileMissing;
  }
}

try {
  await proves('a small object can be written, read and removed (readiness)', async () => {
    await storage.check();
    return true;
  });
  for (const size of [0, 1, 5 * MB, 10 * MB])
    await proves(`${String(size)} bytes come back as they were`, async () =>
      isSame(await put(size)),
    );
  await proves('six files of 10 MB at once come back as they were', async () => {
    const keys = await Promise.all(Array.from({ length: 6 }, () => put(10 * MB)));
    return (await Promise.all(keys.map(isSame))).every(Boolean);
  });
  await proves('every file is listed, and nothing else', async () => {
    const listed: string[] = [];
    for await (const { key, modifiedAt } of storage.list())
      if (Math.abs(Date.now() - modifiedAt.getTime()) < 3600_000) listed.push(key);
    return listed.sort().join() === [...storedObjects.keys()].sort().join();
  });
  await proves('a file that was never there is missing', async () => isGone(newKey()));
  await proves('removed files are missing, and removing them again is no error', async () => {
    for (const key of storedObjects.keys()) {
      await storage.remove(key);
      await storage.remove(key);
      if (!(await isGone(key))) return false;
    }
    return true;
  });
} finally {
  for (const key of storedObjects.keys()) await storage.remove(key).catch(() => undefined);
  if (address.kind === 'folder')
    await rm(path.join(address.folder, own), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(faults === 0 ? 'The store can be used.\n' : `${String(faults)} wrong\n`);
process.exitCode = faults === 0 ? 0 : 1;
