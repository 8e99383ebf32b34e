import { type ChildProcess, spawn } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { errorCode, UserError } from '../user-error.ts';

/** How long the API may take to finish open calls before it is ended (milliseconds). */
const DRAIN_LIMIT_MS = 25_000;
const READY_LIMIT_MS = 60_000;

/**
 * Megabytes of heap that the API may grow to. It lives on a quarter of it; without a limit V8 lets garbage pile up to
 * several times what is in use before it looks (docs/imports.md, measured). NODE_OPTIONS may say otherwise.
 */
const HEAP_MB = 512;

function heapLimit({ NODE_OPTIONS = '' }: NodeJS.ProcessEnv): string[] {
  return NODE_OPTIONS.includes('max-old-space-size')
    ? []
    : [`--max-old-space-size=${String(HEAP_MB)}`];
}

/** A running API. */
export interface ServerProcess {
  /** Settles with the exit code when the API ends, for whatever reason. */
  ended: Promise<number>;
  /** Asks it to drain and end; `hurried` cuts the wait short. */
  stop: (hurried: AbortSignal) => Promise<void>;
  /** Ends it without a word, as a power cut does. */
  kill: () => Promise<void>;
}

/**
 * Starts the built API as a child. It gets a process group of its own, so that Ctrl-C reaches only
 * us and the order of ending is ours; and it ends by itself should this process be killed outright.
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
 * Waits until the API answers that it is ready.
 * @param base the API's address, without a closing slash
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

/** Whether programs refuse to call the port: fetch and browsers keep a list of those that belong to other services. */
async function isRefusedByPrograms(port: number): Promise<boolean> {
  try {
    // Nobody listens there: what is asked is whether the call is tried at all.
    await fetch(`http://127.0.0.1:${String(port)}`, { signal: AbortSignal.timeout(1000) });
  } catch (error) {
    return error instanceof TypeError && (error.cause as Error | undefined)?.message === 'bad port';
  }
  return false;
}

/** @throws UserError when something already listens on the port, it may not be used, or no browser would open it */
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
