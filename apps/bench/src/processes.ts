/** The measured programs, their calls, and their processor time, which does not depend on the load of the machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';

import { freePort } from '@wasl/tooling/local-database';

const benchFolder = path.join(import.meta.dirname, '..');
const apiFolder = path.join(benchFolder, '../api');
export const fromApi = createRequire(path.join(apiFolder, 'package.json'));

/** A measured server by port and process. */
export interface Side {
  readonly port: number;
  readonly pid: number;
  /** The longest processor time in milliseconds for which the event loop was blocked since the last call. */
  longestBlock(): Promise<number>;
  stop(): Promise<void>;
}

async function start(words: string[], env: NodeJS.ProcessEnv = {}): Promise<Side> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', './src/watch-loop.mjs', ...words], {
    cwd: benchFolder,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const isUp = () =>
    fetch(`http://127.0.0.1:${String(port)}/api/health/live`).then(
      () => true,
      () => child.exitCode !== null,
    );
  while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 100));
  if (child.exitCode !== null) throw new Error('A server ended by itself');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  const longestBlock = async (): Promise<number> => {
    child.send('longest hold');
    const [ms] = (await once(child, 'message')) as [number];
    return ms;
  };
  return { port, pid: child.pid ?? 0, longestBlock, stop };
}

/** The built server as in production. */
export const startServer = (databaseUrl: string, secret: string, dataDir: string): Promise<Side> =>
  start([path.join(apiFolder, 'dist/server.mjs')], {
    NODE_ENV: 'production',
    // The value of the start command.
    NODE_OPTIONS: '--max-old-space-size=512',
    DATABASE_URL: databaseUrl,
    JWT_SECRET: secret,
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://wasl.test',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
    RATE_LIMIT_FACTOR: '1000',
  });

/** The baseline on the same database. */
export const startBare = (databaseUrl: string, secret: string): Promise<Side> =>
  start(['--import', 'tsx', 'src/bare-server.ts', databaseUrl, secret]);

export interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly token: string;
  readonly body?: string | FormData;
  /** Id of the changed request; a created one has its id in the answer. */
  readonly requestId?: number;
}

/** @throws Error for a status other than 200 or 201 */
export async function send(port: number, { method, path, token, body }: Sent) {
  const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  const headers = { authorization: `Bearer ${token}`, ...type };
  const answer = await fetch(`http://127.0.0.1:${String(port)}/api${path}`, {
    method,
    headers,
    body: body ?? null,
  });
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(`${path} was answered ${String(answer.status)}: ${text.slice(0, 300)}`);
  return { headers: answer.headers, text };
}

const fieldsOf = (pid: number): number[] =>
  (readFileSync(`/proc/${String(pid)}/stat`, 'utf8').split(') ')[1] ?? '').split(' ').map(Number);

/** Milliseconds of a process with all its threads, including ended ones (ticks of 10 ms). */
const ofProcess = (pid: number): number => {
  const fields = fieldsOf(pid);
  return ((fields[11] ?? 0) + (fields[12] ?? 0)) * 10;
};

/** Milliseconds of each process of PostgreSQL; ended ones are counted under 0. */
function ofCluster(postmaster: number): Map<number, number> {
  const children = `/proc/${String(postmaster)}/task/${String(postmaster)}/children`;
  const times = new Map<number, number>();
  for (const pid of readFileSync(children, 'utf8').trim().split(/\s+/).map(Number)) {
    try {
      const [nanoseconds] = readFileSync(`/proc/${String(pid)}/schedstat`, 'utf8').split(' ');
      times.set(pid, Number(nanoseconds) / 1e6);
    } catch {
      // The process ended meanwhile: its time is part of the ended ones.
    }
  }
  const fields = fieldsOf(postmaster);
  return times.set(0, ((fields[13] ?? 0) + (fields[14] ?? 0)) * 10);
}

/** Milliseconds of processor time. */
export interface Used {
  readonly node: number;
  readonly postgres: number;
}

/** Starts a measurement. @returns a function that returns the time used since */
export function watchProcessors(pid: number, postmaster: number): () => Used {
  const node = ofProcess(pid);
  const before = ofCluster(postmaster);
  return () => {
    let postgres = 0;
    const after = ofCluster(postmaster);
    for (const [one, ms] of after) postgres += ms - (before.get(one) ?? 0);
    for (const [one, ms] of before) if (!after.has(one)) postgres -= ms;
    return { node: ofProcess(pid) - node, postgres };
  };
}
