import { spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

import { errorCode, UserError } from '../user-error.ts';
import type { Binaries } from './binaries.ts';
import { CLEAN_ENVIRONMENT, CLUSTER_USER } from './cluster.ts';
import type { Identity } from './identity.ts';

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 30_000;

interface RunningServer {
  pid: number;
  port: number;
}

/** Reads `postmaster.pid`; undefined without one or when its process has ended. */
async function announcedServer(cluster: string): Promise<RunningServer | undefined> {
  const text = await fs.readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!(pid > 0) || !isAlive(pid)) return undefined;
  return { pid, port };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function serverUrl(port: number, password: string): string {
  return `postgresql://${CLUSTER_USER}:${password}@127.0.0.1:${String(port)}/postgres`;
}

/** Whether the server at `url` responds and serves this cluster. */
async function serves(url: string, cluster: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    const answer = await client.query<{ data_directory: string }>('SHOW data_directory');
    return answer.rows[0]?.data_directory === cluster;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Finds a running server of this cluster, of a killed start or a running copy. It removes a `postmaster.pid` whose
 * number belongs to another program (usual after a container's restart). PostgreSQL would otherwise take that program
 * for a server and refuse to start.
 */
async function findRunning(cluster: string, password: string): Promise<string | undefined> {
  const limit = Date.now() + 5000;
  for (;;) {
    const running = await announcedServer(cluster);
    if (running === undefined) return undefined;
    if (running.port > 0) {
      const url = serverUrl(running.port, password);
      if (await serves(url, cluster)) return url;
    }
    if (Date.now() > limit) {
      if (await isPostgres(running.pid)) {
        throw new UserError(
          `A PostgreSQL (process ${String(running.pid)}) holds ${cluster} but does not answer. Stop it and try again.`,
        );
      }
      await fs.rm(path.join(cluster, 'postmaster.pid'), { force: true });
      return undefined;
    }
    if (!(await isPostgres(running.pid))) {
      await fs.rm(path.join(cluster, 'postmaster.pid'), { force: true });
      return undefined;
    }
    await pause(50);
  }
}

/** Whether a process is a PostgreSQL; true without /proc. */
async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const command = await fs.readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => '');
  return path.basename(command.split('\0')[0] ?? '') === 'postgres';
}

/** A free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('no port'));
      });
    });
  });
}

/**
 * Starts PostgreSQL on a cluster, on 127.0.0.1 and a free port, and waits until it responds. It reuses a running server
 * of the cluster.
 * @returns the address of its maintenance database
 */
export async function bringUp(
  cluster: string,
  binaries: Binaries,
  identity: Identity | undefined,
  password: string,
  settings: string[] = [],
): Promise<string> {
  const running = await findRunning(cluster, password);
  if (running !== undefined) return running;
  const logFile = path.join(path.dirname(cluster), 'postgres.log');
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const log = openSync(logFile, 'w');
    const child = spawn(
      binaries.postgres,
      [
        ...['-D', cluster, '-p', String(port)],
        ...[
          'listen_addresses=127.0.0.1',
          'unix_socket_directories=',
          'timezone=UTC',
          ...settings,
        ].flatMap((setting) => ['-c', setting]),
      ],
      // Its own process group: Ctrl-C in the terminal must reach only this process, which ends the API first. Its
      // output goes to a file: a pipe would break when this process is killed.
      {
        ...identity,
        cwd: '/',
        env: CLEAN_ENVIRONMENT,
        detached: true,
        stdio: ['ignore', log, log],
      },
    );
    child.unref();
    const outcome = await untilReady(child, serverUrl(port, password), cluster);
    await fs.chmod(logFile, 0o600);
    if (outcome === 'ready') return serverUrl(port, password);
    // Another start may have won the race for this cluster, or another program the port.
    const other = await findRunning(cluster, password);
    if (other !== undefined) return other;
    const lines = await fs.readFile(logFile, 'utf8');
    if (attempt === 3 || !lines.includes('could not bind')) {
      const tail = lines.trim().split('\n').slice(-5).join('\n');
      throw new UserError(`PostgreSQL did not start on ${cluster}:\n${tail}`);
    }
  }
}

async function untilReady(
  child: ReturnType<typeof spawn>,
  url: string,
  cluster: string,
): Promise<'ready' | 'ended'> {
  let isEnded = false;
  child.once('error', () => (isEnded = true));
  child.once('exit', () => (isEnded = true));
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit) {
    await pause(25);
    // Read through a function, because the type checker does not see that the listeners above change it.
    if (((): boolean => isEnded)()) return 'ended';
    if (await serves(url, cluster)) return 'ready';
  }
  child.kill('SIGKILL');
  return 'ended';
}

/** Stops the server of a cluster (fast shutdown: open transactions are rolled back) and waits for it. */
export async function takeDown(cluster: string): Promise<void> {
  const running = await announcedServer(cluster);
  if (running === undefined) return;
  try {
    process.kill(running.pid, 'SIGINT');
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return;
    throw error;
  }
  const limit = Date.now() + STOP_LIMIT_MS;
  while (Date.now() < limit) {
    await pause(20);
    const still = await announcedServer(cluster);
    if (still?.pid !== running.pid) return;
  }
  process.kill(running.pid, 'SIGQUIT');
}

/** Kills the server of a cluster without waiting, for a process that is ending. */
export function killServer(cluster: string): void {
  try {
    const pid = Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    if (pid > 0) process.kill(pid, 'SIGQUIT');
  } catch {
    // No file or no process: it is already down.
  }
}
