import { execFile, spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { UserError } from '../user-error.ts';

export const execute = promisify(execFile);

export const isRoot = process.getuid?.() === 0;

/** A server program that the portal works with, as installed on this machine. */
export interface Part {
  readonly name: string;
  readonly debian: string;
  /** Its version; null where it is not installed. */
  version(): Promise<string | null>;
  /** Starts an instance on the loopback in a temporary folder. `env` has its address for the tests. */
  start(postgresUrl: string): Promise<{ env: Record<string, string>; stop: () => Promise<void> }>;
}

/** Debian installs servers outside of most users' PATH. */
export const environment = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };

export async function versionOf(program: string, ...options: string[]): Promise<string | null> {
  try {
    const { stdout, stderr } = await execute(program, options, { env: environment });
    const output = `${stdout}${stderr}`;
    return /\d+(?:\.\d+)+/.exec(output)?.[0] ?? output.split('\n')[0] ?? '';
  } catch {
    return null;
  }
}

/** Resolves once a server listens on the port. @throws UserError when the program ends before */
export async function untilListening(
  port: number,
  child: ChildProcess,
  printed: () => string,
): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new UserError(`It ended by itself:\n${printed()}`);
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (isUp) return;
    await pause(100);
  }
}

/** Runs a server with a settings file in a new folder until it is stopped. */
export async function serve(
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
    child.once('exit', () => resolve());
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

/** `start` of a part that its proof starts, or that needs only its programs. */
export const startedByItsProof: Part['start'] = () =>
  Promise.resolve({ env: { PATH: environment.PATH }, stop: () => Promise.resolve() });
