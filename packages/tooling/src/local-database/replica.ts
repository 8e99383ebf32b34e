import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';

import { runnableBinaries } from './binaries.ts';
import { makeReachableFolder } from './home.ts';
import { identityForServer } from './identity.ts';
import type { LocalDatabase } from './index.ts';
import { bringUp, killServer, takeDown } from './server.ts';

/** Copies the files of a running server as PostgreSQL's manual says (“Making a base backup using the low level API”). */
async function copyCluster({ adminUrl, folder }: LocalDatabase, cluster: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('replica', true)`);
    await promisify(execFile)('cp', ['-a', folder, cluster]);
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(false)',
    );
    await fs.rm(path.join(cluster, 'postmaster.pid'), { force: true });
    await fs.writeFile(path.join(cluster, 'backup_label'), rows[0]?.labelfile ?? '');
    await fs.writeFile(path.join(cluster, 'standby.signal'), '');
  } finally {
    await client.end();
  }
}

/** Starts a streaming replica of a temporary server: gone when stopped, or when the process ends. */
export async function startReplica(
  primary: LocalDatabase,
): Promise<Pick<LocalDatabase, 'adminUrl' | 'stop'>> {
  const identity = identityForServer();
  const home = await makeReachableFolder(
    'wasl-replica-',
    [os.tmpdir(), '/tmp', '/var/tmp'],
    identity,
  );
  const cluster = path.join(home, 'postgres');
  const binaries = await runnableBinaries(home, identity);
  await copyCluster(primary, cluster);
  for (const name of ['backup_label', 'standby.signal']) {
    if (identity !== undefined)
      await fs.chown(path.join(cluster, name), identity.uid, identity.gid);
  }
  const { password } = new URL(primary.adminUrl);
  const adminUrl = await bringUp(cluster, binaries, identity, password, [
    'fsync=off',
    'max_connections=300',
    `primary_conninfo=${primary.adminUrl}`,
  ]);
  const removeNow = (): void => {
    killServer(cluster);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', removeNow);
  return {
    adminUrl,
    stop: async () => {
      await takeDown(cluster);
      process.off('exit', removeNow);
      await fs.rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}
