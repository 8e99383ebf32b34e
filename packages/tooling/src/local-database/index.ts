import { existsSync, rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import pg from 'pg';

import { runnableBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { clusterHome, knownHome, makeReachableFolder } from './home.ts';
import { identityForServer } from './identity.ts';
import { bringUp, killServer, takeDown } from './server.ts';

export { freePort } from './server.ts';

/** An embedded PostgreSQL server on 127.0.0.1. */
export interface LocalDatabase {
  /** Address of the maintenance database `postgres`, as superuser. */
  adminUrl: string;
  folder: string;
  /** Whether the folder is outside the data folder, because PostgreSQL's user cannot enter that. */
  isOutside: boolean;
  stop: () => Promise<void>;
}

/** Address of another database of the same server. */
export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Whether a data folder contains a database of an earlier start. Creates nothing. */
export async function hasCluster(dataFolder: string): Promise<boolean> {
  const home = await knownHome(path.resolve(dataFolder));
  return home !== null && existsSync(path.join(home, 'postgres', 'PG_VERSION'));
}

/**
 * Starts (or joins) the persistent PostgreSQL of a data folder.
 * @throws UserError with a sentence for the user
 */
export async function startLocalDatabase(dataFolder: string): Promise<LocalDatabase> {
  const identity = identityForServer();
  const { home, isOutside } = await clusterHome(path.resolve(dataFolder), identity);
  const binaries = await runnableBinaries(home, identity);
  const password = await ensureCluster(home, binaries, identity);
  const cluster = path.join(home, 'postgres');
  const adminUrl = await bringUp(cluster, binaries, identity, password);
  return { adminUrl, folder: cluster, isOutside, stop: () => takeDown(cluster) };
}

/**
 * Starts a PostgreSQL for a test run in a temporary folder, without fsync. It is removed when stopped, or when the process ends.
 * @param settings extra settings of PostgreSQL, such as `work_mem=8MB`
 */
export async function startTemporaryDatabase(
  settings: readonly string[] = [],
): Promise<LocalDatabase> {
  const identity = identityForServer();
  const parents = [os.tmpdir(), '/tmp', '/var/tmp'];
  const home = await makeReachableFolder('wasl-test-', parents, identity);
  const cluster = path.join(home, 'postgres');
  const binaries = await runnableBinaries(home, identity);
  const password = await ensureCluster(home, binaries, identity, ['--no-sync']);
  const adminUrl = await bringUp(cluster, binaries, identity, password, [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=300',
    ...settings,
  ]);
  const removeNow = (): void => {
    killServer(cluster);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', removeNow);
  return {
    adminUrl,
    folder: cluster,
    isOutside: false,
    stop: async () => {
      await takeDown(cluster);
      process.off('exit', removeNow);
      await fs.rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}

export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
