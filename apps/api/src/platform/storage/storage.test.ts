import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { diskStorage } from './disk.ts';
import { newKey, StoredBytesDiffer, StoredFileMissing, type Storage } from './storage.ts';

const contentSha = createHash('sha256').update('the content').digest('hex');

describe('storage on disk', () => {
  let base: string;
  let root: string;
  let storage: Storage;
  let source: string;

  beforeEach(async () => {
    base = await mkdtemp(path.join(os.tmpdir(), 'wasl-storage-'));
    root = path.join(base, 'files');
    storage = diskStorage(root);
    source = path.join(base, 'source.pdf');
    await writeFile(source, 'the content');
    await writeFile(path.join(base, 'secret.txt'), 'a secret');
  });
  afterEach(() => rm(base, { recursive: true, force: true }));

  it('returns stored content under a key without meaning', async () => {
    const key = await storage.put(source, 11, contentSha);
    expect(key).toMatch(/^[\w-]{32}$/);
    expect(await text(await storage.open(key))).toBe('the content');
    await storage.remove(key);
    await expect(storage.open(key)).rejects.toThrow(StoredFileMissing);
  });

  it.each([
    '../secret.txt',
    '/etc/passwd',
    '..%2Fsecret.txt',
    '',
    '.',
    'a\0b',
    'x'.repeat(300),
    `${newKey()}/../..`,
  ])('cannot access an outside file through %j', async (key) => {
    await expect(storage.open(key)).rejects.toThrow(StoredFileMissing);
    await storage.remove(key);
    expect(await readFile(path.join(base, 'secret.txt'), 'utf8')).toBe('a secret');
  });

  it('does not follow symbolic links', async () => {
    const key = newKey();
    const folder = path.join(root, key.slice(0, 2), key.slice(2, 4));
    await mkdir(folder, { recursive: true });
    await symlink(path.join(base, 'secret.txt'), path.join(folder, key));
    await expect(storage.open(key)).rejects.toThrow(StoredFileMissing);
  });

  it('leaves no file when the bytes are incomplete', async () => {
    await expect(storage.put(source, 12, contentSha)).rejects.toThrow(/size/);
    await writeFile(source, 'The content');
    await expect(storage.put(source, 11, contentSha)).rejects.toThrow(StoredBytesDiffer);
    expect(await readdir(path.join(root, 'incoming'))).toEqual([]);
    const keys: string[] = [];
    for await (const { key } of storage.list()) keys.push(key);
    expect(keys).toEqual([]);
  });

  it('lists and removes only unfinished files', async () => {
    const key = await storage.put(source, 11, contentSha);
    await writeFile(path.join(root, 'incoming', 'half'), 'The');
    const names: string[] = [];
    for await (const { name } of storage.unfinished()) names.push(name);
    expect(names).toEqual(['half']);
    await storage.removeUnfinished('../../secret.txt');
    expect(await readFile(path.join(base, 'secret.txt'), 'utf8')).toBe('a secret');
    await storage.removeUnfinished('half');
    await storage.removeUnfinished('half');
    expect(await readdir(path.join(root, 'incoming'))).toEqual([]);
    await storage.open(key).then((content) => content.destroy());
  });

  it('is ready when a small file can be written, and removes this file', async () => {
    await storage.check();
    expect(await readdir(path.join(root, 'incoming'))).toEqual([]);
    await rm(root, { recursive: true });
    await writeFile(root, 'no folder');
    await expect(storage.check()).rejects.toThrow();
  });
});
