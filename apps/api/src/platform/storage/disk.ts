import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  type FileHandle,
} from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

import {
  isKey,
  markerName,
  newKey,
  StoredBytesDiffer,
  StoredFileMissing,
  type Storage,
} from './storage.ts';

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ELOOP', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code));
}

/** Syncs the folder's entries to disk, where the system can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } catch {
    // Some file systems refuse to sync a folder; the file itself is synced.
  } finally {
    await handle.close();
  }
}

/** @returns the sha-256 of the copied bytes */
async function copyBytes(from: FileHandle, to: FileHandle): Promise<string> {
  const sha256 = createHash('sha256');
  const buffer = Buffer.allocUnsafe(256 * 1024);
  for (;;) {
    const { bytesRead } = await from.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) return sha256.digest('hex');
    sha256.update(buffer.subarray(0, bytesRead));
    for (let at = 0; at < bytesRead;) {
      const { bytesWritten } = await to.write(buffer, at, bytesRead - at, null);
      at += bytesWritten;
    }
  }
}

/**
 * Files in a folder, two levels deep by the first letters of their key. A file is written to a temporary name, synced,
 * then linked to its name, so that it is never visible half-written. Symbolic links are never followed.
 */
export function diskStorage(root: string): Storage {
  const incoming = path.join(root, 'incoming');
  const marker = path.join(root, markerName);
  const folderOf = (key: string): string => path.join(root, key.slice(0, 2), key.slice(2, 4));
  const fileOf = (key: string): string => {
    if (!isKey(key)) throw new StoredFileMissing();
    return path.join(folderOf(key), key);
  };

  const entries = async (folder: string): Promise<string[]> => {
    try {
      return await readdir(folder);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  };

  return {
    async put(source, size, sha256) {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const key = newKey();
      const temporary = path.join(incoming, randomBytes(16).toString('hex'));
      try {
        const from = await open(source, constants.O_RDONLY | constants.O_NOFOLLOW);
        const to = await open(temporary, 'wx', 0o600);
        try {
          // Copies in a loop: a pipeline between file handles would wait for them to close.
          const copied = await copyBytes(from, to);
          await to.sync();
          if ((await to.stat()).size !== size) throw new StoredBytesDiffer('size');
          if (copied !== sha256) throw new StoredBytesDiffer('content');
        } finally {
          await Promise.all([from.close(), to.close()]);
        }
        await mkdir(folderOf(key), { recursive: true, mode: 0o700 });
        // link, not rename: it refuses to replace an existing file.
        await link(temporary, fileOf(key));
        await syncFolder(folderOf(key));
        return key;
      } finally {
        await rm(temporary, { force: true });
      }
    },

    async open(key): Promise<Readable> {
      try {
        const handle = await open(fileOf(key), constants.O_RDONLY | constants.O_NOFOLLOW);
        return handle.createReadStream();
      } catch (cause) {
        if (isMissing(cause)) throw new StoredFileMissing({ cause });
        throw cause;
      }
    },

    async remove(key) {
      if (isKey(key)) await rm(fileOf(key), { force: true });
    },

    async *list() {
      for (const first of (await entries(root)).filter((name) => name.length === 2)) {
        for (const second of await entries(path.join(root, first))) {
          for (const key of (await entries(path.join(root, first, second))).filter(isKey)) {
            const found = await stat(fileOf(key)).catch(() => undefined);
            if (found) yield { key, modifiedAt: found.mtime };
          }
        }
      }
    },

    async *unfinished() {
      for (const name of await entries(incoming)) {
        const found = await lstat(path.join(incoming, name)).catch(() => undefined);
        if (found?.isFile() === true) yield { name, modifiedAt: found.mtime };
      }
    },

    async removeUnfinished(name) {
      await rm(path.join(incoming, path.basename(name)), { force: true });
    },

    async readMarker() {
      try {
        return await readFile(marker, 'utf8');
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async writeMarker(text) {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const temporary = path.join(incoming, randomBytes(16).toString('hex'));
      try {
        const handle = await open(temporary, 'wx', 0o600);
        try {
          await handle.writeFile(text);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(temporary, marker);
      } finally {
        await rm(temporary, { force: true });
      }
    },

    async check() {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const probe = path.join(incoming, `check-${randomBytes(8).toString('hex')}`);
      const bytes = randomBytes(16);
      try {
        const handle = await open(probe, 'wx', 0o600);
        try {
          await handle.writeFile(bytes);
          // A full disk fails here.
          await handle.sync();
        } finally {
          await handle.close();
        }
        if (!bytes.equals(await readFile(probe))) throw new StoredBytesDiffer('content');
      } finally {
        await rm(probe, { force: true });
      }
    },
  };
}
