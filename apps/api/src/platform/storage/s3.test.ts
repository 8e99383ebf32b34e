// @module-tag slow

import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { useS3 } from '../../testing/s3-server.ts';
import { parseStorageAddress } from './address.ts';
import { openStorage } from './open-storage.ts';
import { s3Storage } from './s3.ts';
import { newKey, StoredBytesDiffer, StoredFileMissing, type Storage } from './storage.ts';
import { useTestFolder } from '../../testing/use-test-app.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('an S3 store', () => {
  const s3 = useS3();
  const folder = useTestFolder();
  let storage: Storage;

  beforeAll(async () => {
    storage = await openStorage(s3.storageUrl('one'));
  });
  afterEach(() => {
    s3.front = {};
    s3.calls.length = 0;
  });

  const put = async (bytes: Buffer, into = storage): Promise<string> => {
    const source = path.join(folder, 'source');
    await writeFile(source, bytes);
    return await into.put(source, bytes.length, sha256(bytes));
  };
  const keysOf = async (of: Storage): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of of.list()) keys.push(key);
    return keys.sort();
  };
  /** A store with short timeouts, to detect an unresponsive server quickly. */
  const hurried = async (): Promise<Storage> => {
    const address = parseStorageAddress(s3.storageUrl('hurried'));
    if (address.kind !== 's3') throw new Error('not an S3 address');
    return await s3Storage(address, {
      callMs: 300,
      connectMs: 300,
      silenceMs: 300,
      slowestBytesPerMs: 100,
      checkedForMs: 0,
    });
  };

  it.each([0, 1, 5 * 1024 ** 2, 10 * 1024 ** 2])(
    'returns exactly the %i bytes that it received, sent once and unchanged',
    async (size) => {
      const bytes = randomBytes(size);
      const key = await put(bytes);
      expect(s3.calls.map(({ method }) => method)).toEqual(['PUT', 'HEAD']);
      const [sent] = s3.calls;
      expect(sent?.headers).toMatchObject({
        'content-length': String(size),
        'x-amz-content-sha256': sha256(bytes),
      });
      expect(sent?.headers).not.toHaveProperty('x-amz-trailer');
      const back = await buffer(await storage.open(key));
      expect(back.equals(bytes)).toBe(true);
      await storage.remove(key);
      await expect(storage.open(key)).rejects.toThrow(StoredFileMissing);
      await storage.remove(key);
    },
  );

  it('rejects bytes that were corrupted in transit, and stores nothing', async () => {
    const spoilt = await openStorage(s3.storageUrl('spoilt'));
    s3.front.onTheWay = ({ method }, body) => {
      if (method === 'PUT') body[body.length - 1] = (body.at(-1) ?? 0) ^ 1;
      return body;
    };
    await expect(put(randomBytes(1000), spoilt)).rejects.toThrow(StoredBytesDiffer);
    s3.front.onTheWay = ({ method }, body) => (method === 'PUT' ? body.subarray(1) : body);
    await expect(put(randomBytes(1000), spoilt)).rejects.toThrow(/another size/);
    expect(await keysOf(spoilt)).toEqual([]);
  });

  it('reads back and compares an object whose ETag is not an MD5', async () => {
    const sealed = await openStorage(s3.storageUrl('sealed'));
    s3.front.onTheWayBack = (_call, headers) => ({ ...headers, etag: '"of-another-kind"' });
    await put(randomBytes(1000), sealed);
    expect(s3.calls.map(({ method }) => method)).toEqual(['PUT', 'HEAD', 'GET']);
    s3.front.onTheWay = ({ method }, body) => (method === 'PUT' ? Buffer.alloc(body.length) : body);
    await expect(put(randomBytes(1000), sealed)).rejects.toThrow(StoredBytesDiffer);
    expect(await keysOf(sealed)).toHaveLength(1);
  });

  it('refuses a source that differs from the received content', async () => {
    const source = path.join(folder, 'other');
    await writeFile(source, 'another content');
    await expect(storage.put(source, 15, sha256(Buffer.from('the content')))).rejects.toThrow(
      StoredBytesDiffer,
    );
    expect(s3.calls).toEqual([]);
  });

  it('retries an upload after a temporary failure, but not after a refusal', async () => {
    let answers = [503, 500];
    s3.front.refuse = ({ method }) => (method === 'PUT' ? answers.shift() : undefined);
    const bytes = randomBytes(200_000);
    const key = await put(bytes);
    expect((await buffer(await storage.open(key))).equals(bytes)).toBe(true);
    expect(s3.calls.filter(({ method }) => method === 'PUT')).toHaveLength(3);

    s3.calls.length = 0;
    answers = [403];
    await expect(put(bytes)).rejects.toThrow();
    expect(s3.calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  it('stores and returns every byte with a store that throttles every third call', async () => {
    const busy = await openStorage(s3.storageUrl('busy'));
    let calls = 0;
    let refused = 0;
    s3.front.refuse = () => {
      calls += 1;
      if (calls % 3 !== 0) return undefined;
      refused += 1;
      return 503;
    };
    const files = [0, 1, 1000, 70_000, 5 * 1024 ** 2, 333, 12, 1024].map((size) =>
      randomBytes(size),
    );
    const keys: string[] = [];
    for (const bytes of files) keys.push(await put(bytes, busy));
    for (const [at, key] of keys.entries())
      expect((await buffer(await busy.open(key))).equals(files[at] ?? Buffer.of(0))).toBe(true);
    expect(await keysOf(busy)).toEqual(keys.toSorted());
    await busy.check();
    for (const key of keys) await busy.remove(key);
    expect(await keysOf(busy)).toEqual([]);
    expect(refused).toBeGreaterThan(10);
  });

  it('gives up on a store that does not respond', async () => {
    const store = await hurried();
    s3.front.refuse = () => 'hang';
    await expect(put(randomBytes(10), store)).rejects.toThrow();
    await expect(store.open(newKey())).rejects.toThrow();
    await expect(store.remove(newKey())).rejects.toThrow();
    await expect(keysOf(store)).rejects.toThrow();
    await expect(store.check()).rejects.toThrow();
  });

  it('is ready when a small object can be written, read and deleted', async () => {
    const fresh = await openStorage(s3.storageUrl('fresh'));
    await Promise.all([fresh.check(), fresh.check()]);
    await fresh.check();
    const calls = s3.calls.filter((call) => call.path.includes('/fresh/'));
    expect(calls.map(({ method }) => method)).toEqual(['PUT', 'HEAD', 'GET', 'DELETE']);
    expect(await keysOf(fresh)).toEqual([]);
    for (const method of ['PUT', 'GET', 'DELETE']) {
      s3.front.refuse = (call) => (call.method === method ? 403 : undefined);
      const refused = await openStorage(s3.storageUrl('fresh'));
      await expect(refused.check()).rejects.toThrow();
    }
  });

  it('lists the files of its own prefix only, without another portal’s nested prefix', async () => {
    const outer = await openStorage(s3.storageUrl('shelf'));
    const inner = await openStorage(s3.storageUrl('shelf/inner'));
    const mine = [await put(randomBytes(1), outer), await put(randomBytes(1), outer)];
    const theirs = await put(randomBytes(1), inner);
    expect(await keysOf(outer)).toEqual(mine.sort());
    expect(await keysOf(inner)).toEqual([theirs]);
  });
});
