/** The built server as a process of its own, watched while it works. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import process from 'node:process';

import { testSecret, type TestApp } from '../../api/src/testing/index.ts';

export const apiFolder = path.join(import.meta.dirname, '../../api');

/** A port of this machine that nothing listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Megabytes that the process holds in memory. */
export async function rss(pid: number): Promise<number> {
  return (
    Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${String(pid)}/status`, 'utf8'))?.[1] ?? 0) /
    1024
  );
}

/** Seconds of processor time that the process has used. */
async function cpuSeconds(pid: number): Promise<number> {
  const fields =
    (await readFile(`/proc/${String(pid)}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export interface Server {
  readonly base: string;
  readonly pid: number;
  readonly child: ChildProcess;
}

/** @param env settings to add, by their environment names */
export async function startServer(
  app: TestApp,
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(apiFolder, 'dist/server.mjs')], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      // As the start command has it.
      NODE_OPTIONS: process.env.SERVER_NODE_OPTIONS ?? '--max-old-space-size=512',
      DATABASE_URL: app.deps.settings.databaseUrl,
      JWT_SECRET: testSecret,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '1000',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const base = `http://127.0.0.1:${String(port)}/api`;
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isUp = await fetch(`${base}/health/live`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return { base, pid: child.pid ?? 0, child };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server did not start');
}

export async function stopServer({ child }: Server): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

export interface Meanwhile {
  readonly tookMs: number;
  /** Of the server's process, with the little that the other calls use. */
  readonly cpu: number;
  readonly status: number;
  readonly body: string;
  readonly peakMb: number;
  readonly waits: readonly number[];
}

/** Runs `work` while another agent lists requests every 50 ms and the server's memory is watched. */
export async function meanwhile(
  server: Server,
  token: string,
  work: () => Promise<Response>,
): Promise<Meanwhile> {
  const waits: number[] = [];
  let peakMb = 0;
  let isDone = false;
  const watch = async (): Promise<void> => {
    while (!isDone) {
      peakMb = Math.max(peakMb, await rss(server.pid));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const ask = async (): Promise<void> => {
    while (!isDone) {
      const began = performance.now();
      const answer = await fetch(`${server.base}/requests/filter`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '[]',
        signal: AbortSignal.timeout(60_000),
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`The other call was answered ${String(answer.status)}`);
      waits.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const others = [watch(), ask()];
  const cpuBefore = await cpuSeconds(server.pid);
  const began = performance.now();
  const answer = await work();
  const body = await answer.text();
  const tookMs = performance.now() - began;
  const cpu = (await cpuSeconds(server.pid)) - cpuBefore;
  isDone = true;
  await Promise.all(others);
  return {
    tookMs,
    cpu,
    status: answer.status,
    body,
    peakMb,
    waits: waits.toSorted((a, b) => a - b),
  };
}

/** A share of the sorted waits, to be read. */
export const at = (sorted: readonly number[], share: number): string =>
  `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)} ms`;
