import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { freePort } from '../local-database/index.ts';
import { repositoryRoot } from '../paths.ts';
import { isRoot, serve, startedByItsProof, versionOf, type Part } from './part.ts';

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

export const pgbouncer: Part = {
  name: 'pgbouncer',
  debian: 'pgbouncer',
  version: async () => await versionOf('pgbouncer', '--version'),
  start: async (postgresUrl) => {
    const port = await freePort();
    const { hostname, port: postgresPort, username, password } = new URL(postgresUrl);
    const login = `user=${decodeURIComponent(username)} password='${decodeURIComponent(password)}'`;
    const stop = await serve(
      'pgbouncer',
      port,
      {
        'pgbouncer.ini': [
          '[databases]',
          `* = host=${hostname} port=${postgresPort} ${login}`,
          '[pgbouncer]',
          'listen_addr = 127.0.0.1',
          `listen_port = ${String(port)}`,
          'unix_socket_dir =',
          'auth_type = any',
          'pool_mode = transaction',
          // Fewer than the clients of one process, so that they share connections.
          'default_pool_size = 5',
          'max_client_conn = 1000',
          'server_idle_timeout = 5',
          '',
        ].join('\n'),
      },
      // It does not run as root.
      (folder) => [...(isRoot ? ['-u', 'nobody'] : []), path.join(folder, 'pgbouncer.ini')],
    );
    return { env: { TEST_POOLER_ADDRESS: `127.0.0.1:${String(port)}` }, stop };
  },
};

/** Runs in the tests themselves. */
export const s3rver: Part = {
  name: 's3rver',
  debian: 'none: it comes with the packages',
  version: () => {
    const file = path.join(repositoryRoot, 'apps/api/node_modules/s3rver/package.json');
    return Promise.resolve(z.object({ version: z.string() }).parse(readJson(file)).version);
  },
  start: startedByItsProof,
};

/** The portal's own built server, on the run's PostgreSQL. */
export const servers: Part = {
  name: 'servers',
  debian: 'none: they are built here',
  version: () => Promise.resolve(`Node ${process.versions.node}`),
  start: startedByItsProof,
};

/** An in-memory disk of a few megabytes. */
export const tmpfs: Part = {
  name: 'tmpfs',
  debian: 'none: who may mount one (root) is needed',
  version: async () => (isRoot ? await versionOf('mount', '--version') : null),
  start: startedByItsProof,
};

/** Started by its proof, which writes its settings. */
export const nginx: Part = {
  name: 'nginx',
  debian: 'nginx-light',
  version: async () => await versionOf('nginx', '-v'),
  start: startedByItsProof,
};

/** Also started by its proof. */
export const caddy: Part = {
  name: 'caddy',
  debian: 'caddy',
  version: async () => await versionOf('caddy', 'version'),
  start: startedByItsProof,
};

/** Runs in its proof. */
export const prometheus: Part = {
  name: 'prometheus',
  debian: 'prometheus',
  version: async () => await versionOf('promtool', '--version'),
  start: startedByItsProof,
};

/** Only verifies the units; it does not run. */
export const systemd: Part = {
  name: 'systemd',
  debian: 'systemd',
  version: async () => await versionOf('systemd-analyze', '--version'),
  start: startedByItsProof,
};

export const clamd: Part = {
  name: 'clamd',
  debian: 'clamav-daemon',
  version: async () => await versionOf('clamd', '--version'),
  start: async () => {
    const port = await freePort();
    const signed = 'WASL-PROOF-SIGNATURE';
    const stop = await serve(
      'clamd',
      port,
      {
        'clamd.conf': [
          'Foreground yes',
          'TCPAddr 127.0.0.1',
          `TCPSocket ${String(port)}`,
          'DatabaseDirectory FOLDER',
          'OfficialDatabaseOnly no',
          ...(isRoot ? ['User root'] : []),
          '',
        ].join('\n'),
        // name:type of file:offset:bytes in hexadecimal
        'own.ndb': `Wasl.Proof:0:*:${Buffer.from(signed).toString('hex')}\n`,
      },
      (folder) => ['--config-file', path.join(folder, 'clamd.conf')],
    );
    return {
      env: { TEST_CLAMD: `clamd://127.0.0.1:${String(port)}`, TEST_CLAMD_SIGNED: signed },
      stop,
    };
  },
};
