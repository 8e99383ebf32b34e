import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';

import { UserError } from '../user-error.ts';
import type { Binaries } from './binaries.ts';
import type { Identity } from './identity.ts';

export const CLUSTER_USER = 'wasl';

/** PostgreSQL reads LC_* and PG* from its environment; the result must not depend on the user's. */
export const CLEAN_ENVIRONMENT = { PATH: process.env.PATH ?? '', LANG: 'C' };

function passwordFile(home: string): string {
  return path.join(home, 'postgres-password');
}

async function readPassword(home: string): Promise<string> {
  return (await fs.readFile(passwordFile(home), 'utf8')).trim();
}

/**
 * Creates the cluster in `<home>/postgres` if missing, with a random password in a file next to it (mode 0600). Returns
 * the password. An interrupted first start leaves nothing that looks like a cluster.
 */
export async function ensureCluster(
  home: string,
  binaries: Binaries,
  identity: Identity | undefined,
  initdbArguments: string[] = [],
): Promise<string> {
  const cluster = path.join(home, 'postgres');
  const versionFile = path.join(cluster, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const have = (await fs.readFile(versionFile, 'utf8')).trim();
    const want = await majorVersion(binaries, identity);
    if (have !== want) {
      throw new UserError(
        `The database in ${cluster} was made by PostgreSQL ${have}, this release brings ${want}. ` +
          'Export it with pg_dump of that version (docs/operations/upgrade.md), then begin with an empty data folder.',
      );
    }
    return await readPassword(home).catch(() => {
      throw new UserError(
        `${passwordFile(home)} is missing: without it the database beside it cannot be opened.`,
      );
    });
  }

  for (const name of await fs.readdir(home)) {
    if (name.startsWith('postgres.new-')) {
      await fs.rm(path.join(home, name), { recursive: true, force: true });
    }
  }
  const password = randomBytes(24).toString('base64url');
  const fresh = await fs.mkdtemp(path.join(home, 'postgres.new-'));
  const inner = path.join(fresh, 'cluster');
  const secret = path.join(fresh, 'password');
  await fs.writeFile(secret, password, { mode: 0o600 });
  if (identity !== undefined) {
    await fs.chown(secret, identity.uid, identity.gid);
    await fs.chown(fresh, identity.uid, identity.gid);
  }
  try {
    await runProgram(
      binaries.initdb,
      [
        `--pgdata=${inner}`,
        `--username=${CLUSTER_USER}`,
        `--pwfile=${secret}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // Letters beyond ASCII must count as letters for the search, whatever the system's locale.
        `--locale=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
        ...initdbArguments,
      ],
      identity,
    );
    await fs.writeFile(passwordFile(home), `${password}\n`, { mode: 0o600 });
    await fs.rename(inner, cluster);
  } finally {
    await fs.rm(fresh, { recursive: true, force: true });
  }
  return password;
}

async function majorVersion(binaries: Binaries, identity: Identity | undefined): Promise<string> {
  const answer = await runProgram(binaries.postgres, ['--version'], identity);
  return /(\d+)[.\w]*\s*$/.exec(answer)?.[1] ?? 'unknown';
}

/** Runs one of PostgreSQL's programs to its end and returns its output. */
async function runProgram(
  program: string,
  programArguments: string[],
  identity: Identity | undefined,
): Promise<string> {
  return await new Promise((resolve, reject) => {
    const child = spawn(program, programArguments, {
      ...identity,
      // PostgreSQL's user may not be able to enter the caller's folder.
      cwd: '/',
      env: CLEAN_ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let faults = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (faults += chunk.toString()));
    child.once('error', (error) => {
      reject(new UserError(`${program} does not run: ${error.message}.`));
    });
    child.once('close', (code) => {
      if (code === 0) resolve(out);
      else reject(new UserError(`${path.basename(program)} failed:\n${faults.trim()}`));
    });
  });
}
