import { accessSync, constants } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { errorCode, errorText, UserError } from '../user-error.ts';
import { canReach, type Identity } from './identity.ts';

const POINTER = 'postgres-home';

/**
 * The folder of the cluster (`postgres/`) and its password. It is the data folder, or an outside folder when
 * PostgreSQL's user cannot enter root's checkout. The data folder then records it in `postgres-home`.
 * @throws UserError when the data folder is not writable.
 */
export async function clusterHome(
  dataFolder: string,
  identity: Identity | undefined,
): Promise<{ home: string; isOutside: boolean }> {
  try {
    await fs.mkdir(dataFolder, { recursive: true });
    accessSync(dataFolder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new UserError(`The data folder ${dataFolder} cannot be written: ${errorText(error)}.`);
  }
  const real = await fs.realpath(dataFolder);
  if (identity === undefined || canReach(path.join(real, 'postgres'), identity)) {
    return { home: real, isOutside: false };
  }
  const pointer = path.join(real, POINTER);
  const known = await fs.readFile(pointer, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (known !== undefined) {
    const home = known.trim();
    const exists = await fs.stat(home).then(
      (stat) => stat.isDirectory(),
      () => false,
    );
    if (!exists) {
      throw new UserError(
        `The database folder ${home} is gone. Put it back, or delete ${pointer} to begin with an empty database.`,
      );
    }
    return { home, isOutside: true };
  }
  const home = await makeReachableFolder('wasl-', ['/var/lib', '/var/tmp', os.tmpdir()], identity);
  await fs.writeFile(pointer, `${home}\n`);
  return { home, isOutside: true };
}

/** Folder of the cluster of a data folder, if known; null without such a folder. */
export async function knownHome(dataFolder: string): Promise<string | null> {
  const real = await fs.realpath(dataFolder).catch(() => null);
  if (real === null) return null;
  const known = await fs.readFile(path.join(real, POINTER), 'utf8').catch(() => undefined);
  return known?.trim() ?? real;
}

/** Creates a folder below the first of `parents` that is writable and that `identity` reaches. */
export async function makeReachableFolder(
  prefix: string,
  parents: string[],
  identity: Identity | undefined,
): Promise<string> {
  for (const parent of parents) {
    try {
      accessSync(parent, constants.W_OK | constants.X_OK);
      if (identity !== undefined && !canReach(path.join(parent, prefix), identity)) continue;
      const folder = await fs.mkdtemp(path.join(await fs.realpath(parent), prefix));
      await fs.chmod(folder, identity === undefined ? 0o700 : 0o755);
      return folder;
    } catch {
      // Read-only or absent, so the next one is tried.
    }
  }
  throw new UserError(
    `None of ${parents.join(', ')} can hold PostgreSQL's files. Set TMPDIR, or give DATABASE_URL.`,
  );
}
