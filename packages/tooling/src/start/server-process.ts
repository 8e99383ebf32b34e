import { type ChildProcess, spawn } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { errorCode, UserError } from '../user-error.ts';

/** Time for the API to finish open calls before it is killed, in ms. */
const DRAIN_LIMIT_MS = 25_000;
const READY_LIMIT_MS = 60_000;

/**
 * Heap limit of the API in MB. It uses a quarter of it; without a limit V8 accumulates several times as much garbage
 * before a collection (docs/imports.md). NODE_OPTIONS overrides it.
 */
const HEAP_MB = 512;

function heapLimit({ NODE_OPTIONS = '' }: NodeJS.ProcessEnv): string[] {
  return NODE_OPTIONS.includes('max-old-space-size')
    ? []
    : [`--max-old-space-size=${String(HEAP_MB)}`];
}

export interface ServerProcess {
  /** Settles with the exit code when the API ends, for any reason. */
  ended: Promise<number>;
  /** Asks it to drain and end; `hurried` shortens the wait. */
  stop: (hurried: AbortSignal) => Promise<void>;
  /** Kills it without a signal to drain, like a power cut. */
  kill: () => Promise<void>;
}

/**
 * Starts the built API as a child. It has its own process group, so that Ctrl-C reaches only this process, which
 * controls the order of shutdown. It ends by itself when this process is killed.
 */
export function startServer(script: string, env: NodeJS.ProcessEnv): ServerProcess {
  const guard = pathToFileURL(path.join(import.meta.dirname, 'end-with-parent.mjs')).href;
  const child: ChildProcess = spawn(
    process.execPath,
    [...heapLimit(env), '--import', guard, script],
    {
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
  return {
    ended,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: async (hurried) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const kill = (): void => {
        child.kill('SIGKILL');
      };
      hurried.addEventListener('abort', kill);
      if (hurried.aborted) kill();
      const limit = setTimeout(kill, DRAIN_LIMIT_MS);
      await ended;
      clearTimeout(limit);
      hurried.removeEventListener('abort', kill);
    },
  };
}

/**
 * Waits until the API is ready.
 * @param base the API's address, without a trailing slash
 * @returns false when it ended instead
 */
export async function untilReady(base: string, server: ServerProcess): Promise<boolean> {
  let isEnded = false;
  void server.ended.then(() => (isEnded = true));
  const limit = Date.now() + READY_LIMIT_MS;
  while (Date.now() < limit) {
    if (((): boolean => isEnded)()) return false;
    const answer = await fetch(`${base}/api/health/ready`, {
      signal: AbortSignal.timeout(2000),
    }).catch(() => undefined);
    if (answer?.ok === true) return true;
    await pause(100);
  }
  throw new UserError(`The server did not become ready within a minute (${base}).`);
}

/** Whether clients refuse the port: fetch and browsers block ports of other services. */
async function isRefusedByPrograms(port: number): Promise<boolean> {
  try {
    // No server listens there; only the attempt matters.
    await fetch(`http://127.0.0.1:${String(port)}`, { signal: AbortSignal.timeout(1000) });
  } catch (error) {
    return error instanceof TypeError && (error.cause as Error | undefined)?.message === 'bad port';
  }
  return false;
}

/** @throws UserError when the port is in use, not permitted, or blocked by browsers */
export async function assertPortFree(host: string | undefined, port: number): Promise<void> {
  if (port === 0) return;
  await new Promise<void>((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error) => reject(new UserError(portSentence(port, errorCode(error)))));
    probe.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      probe.close(() => resolve());
    });
  });
  if (await isRefusedByPrograms(port))
    throw new UserError(
      `Port ${String(port)} belongs to another service: browsers and programs refuse to open it. Choose another one, for example: PORT=3001 npm start`,
    );
}

function portSentence(port: number, code: string | undefined): string {
  const other = `Choose another one: PORT=${String(port + 1)} npm start`;
  if (code === 'EADDRINUSE') {
    return `Port ${String(port)} is taken, perhaps by another copy of Wasl. ${other}`;
  }
  if (code === 'EACCES') return `Port ${String(port)} may not be used by this user. ${other}`;
  return `Port ${String(port)} cannot be used (${code ?? 'unknown fault'}); check HOST and PORT.`;
}
