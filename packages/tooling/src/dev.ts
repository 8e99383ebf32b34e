import { spawn } from 'node:child_process';
import path from 'node:path';

import { turbo } from './build.ts';
import { migrate } from './migrate.ts';
import { repositoryRoot } from './paths.ts';
import { PlainFault } from './plain-fault.ts';
import { packageCommand, runNode } from './run.ts';
import { openDatabase } from './start/database.ts';
import { serverEnvironment } from './start/index.ts';
import type { StopSignal } from './stop-signal.ts';

/**
 * `npm run dev`: the API under `tsx watch` and the client under vite (with a proxy to the API), on
 * the same database as `npm start`.
 */
export async function dev(stop: StopSignal): Promise<number> {
  await turbo(['generate'], stop);
  const database = await openDatabase('own');
  if (database.notice !== undefined) console.log(database.notice);
  try {
    await migrate(database.url);
    const { env, isDemo } = serverEnvironment(database);
    const api = path.join(repositoryRoot, 'apps/api');
    const tsx = packageCommand('apps/api', 'tsx');
    const seed = await runNode(tsx, ['src/seed.ts', ...(isDemo ? ['--demo'] : [])], {
      cwd: api,
      env,
      stop,
    });
    if (seed.code !== 0)
      throw new PlainFault(`${seed.output}\n\nThe database could not be filled.`);
    const children = [
      startChild(tsx, ['watch', '--clear-screen=false', 'src/server.ts'], 'apps/api', env),
      startChild(packageCommand('apps/web', 'vite'), [], 'apps/web', {
        ...env,
        API_URL: `http://127.0.0.1:${env.PORT ?? '3000'}`,
      }),
    ];
    const asked = new Promise<void>((resolve) => {
      stop.asked.addEventListener('abort', () => {
        resolve();
      });
    });
    await Promise.race([asked, ...children.map((child) => child.ended)]);
    await Promise.all(children.map((child) => child.stop()));
    return stop.asked.aborted ? 0 : 1;
  } finally {
    await database.close();
  }
}

function startChild(
  script: string,
  scriptArguments: string[],
  folder: string,
  env: NodeJS.ProcessEnv,
): { ended: Promise<void>; stop: () => Promise<void> } {
  const child = spawn(process.execPath, [script, ...scriptArguments], {
    cwd: path.join(repositoryRoot, folder),
    env,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => {
      resolve();
    });
    child.once('exit', () => {
      resolve();
    });
  });
  return {
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
