import { execFile, spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { freePort } from '../local-database/index.ts';
import { PlainFault } from '../plain-fault.ts';

const execute = promisify(execFile);

/** A server program that the portal works with, as it is installed on this machine. */
export interface Part {
  readonly name: string;
  /** The Debian package to install it by. */
  readonly debian: string;
  /** What it calls its version; null where it is not installed. */
  version(): Promise<string | null>;
  /** Starts one of our own, on the loopback, in a folder that goes with it. `env` tells the tests where it is. */
  start(postgresUrl: string): Promise<{ env: Record<string, string>; stop: () => Promise<void> }>;
}

/** Debian keeps servers where not everybody's PATH leads. */
const environment = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };

async function versionOf(program: string, option: string): Promise<string | null> {
  try {
    const { stdout } = await execute(program, [option], { env: environment });
    return /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? stdout.split('\n')[0] ?? '';
  } catch {
    return null;
  }
}

/** Resolves once something listens there. @throws PlainFault when the program ends before */
async function untilListening(
  port: number,
  child: ChildProcess,
  said: () => string,
): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new PlainFault(`It ended by itself:\n${said()}`);
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => {
        resolve(false);
      });
    });
    if (isUp) return;
    await pause(100);
  }
}

/** Runs a server in a new folder with a file of settings, until it is stopped. */
async function serve(
  program: string,
  port: number,
  settings: Readonly<Record<string, string>>,
  argumentsOf: (folder: string) => string[],
): Promise<() => Promise<void>> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'wasl-proof-'));
  await fs.chmod(folder, 0o777);
  for (const [name, text] of Object.entries(settings)) {
    await fs.writeFile(path.join(folder, name), text.replaceAll('FOLDER', folder));
  }
  let output = '';
  const child = spawn(program, argumentsOf(folder), {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) child.kill('SIGKILL');
    await ended;
    await fs.rm(folder, { recursive: true, force: true });
  };
  try {
    await untilListening(port, child, () => output);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

const isRoot = process.getuid?.() === 0;

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
          // Fewer than the clients of one process, so that they do share.
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
