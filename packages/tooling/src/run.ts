import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { repositoryRoot } from './paths.ts';
import { UserError } from './user-error.ts';
import { Stopped, type StopSignal } from './stop-signal.ts';

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Whether to show the program's output at once; otherwise it is only collected. */
  isShown?: boolean;
  stop?: StopSignal;
}

/** Exit of a program with its output (both streams, in order), unless it was shown. */
export interface RunResult {
  code: number;
  output: string;
}

/** Programs write colour codes in CI, even into a file. */
const withoutColours = process.stdout.isTTY ? {} : { NO_COLOR: '1' };

/**
 * Runs a program to its end.
 * @throws Stopped when the command is asked to stop meanwhile (the program is ended first)
 */
export async function run(
  program: string,
  programArguments: string[],
  options: RunOptions = {},
): Promise<RunResult> {
  const asked = options.stop?.asked;
  if (asked?.aborted === true) throw new Stopped();
  return await new Promise((resolve, reject) => {
    const child = spawn(program, programArguments, {
      cwd: options.cwd ?? repositoryRoot,
      env: { ...withoutColours, ...process.env, ...options.env },
      stdio:
        options.isShown === true ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const end = (): void => {
      child.kill('SIGTERM');
    };
    asked?.addEventListener('abort', end);
    child.once('error', (error) => {
      reject(new UserError(`${program} does not run: ${error.message}.`));
    });
    child.once('close', (code) => {
      asked?.removeEventListener('abort', end);
      if (asked?.aborted === true) reject(new Stopped());
      else resolve({ code: code ?? 1, output });
    });
  });
}

export async function runNode(
  script: string,
  scriptArguments: string[],
  options: RunOptions = {},
): Promise<RunResult> {
  return await run(process.execPath, [script, ...scriptArguments], options);
}

/**
 * The script behind a command of an installed package, resolved from one of the workspace's packages.
 * @param from folder of the package that depends on it, relative to the checkout
 */
export function packageCommand(from: string, packageName: string, command = packageName): string {
  const require = createRequire(path.join(repositoryRoot, from, 'package.json'));
  for (const folder of require.resolve.paths(packageName) ?? []) {
    const manifestFile = path.join(folder, packageName, 'package.json');
    if (!fs.existsSync(manifestFile)) continue;
    const { bin } = JSON.parse(fs.readFileSync(manifestFile, 'utf8')) as {
      bin: string | Record<string, string>;
    };
    const script = typeof bin === 'string' ? bin : bin[command];
    if (script !== undefined) return path.join(folder, packageName, script);
  }
  throw new Error(`${from} does not depend on ${packageName}`);
}
