import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import pretty from 'pino-pretty';

import { turbo } from './build.ts';
import { migrateFor } from './migrate.ts';
import { repositoryRoot } from './paths.ts';
import { UserError } from './user-error.ts';
import { packageCommand, runNode } from './run.ts';
import { openDatabase } from './start/database.ts';
import { serverEnvironment } from './start/index.ts';
import type { StopSignal } from './stop-signal.ts';

/** Address at which vite serves the client. */
const clientUrl = 'http://127.0.0.1:5173';

/**
 * `npm run dev`: the API under `tsx watch` and the client under vite (with a proxy to the API), on the same database as
 * `npm start`. Links in mails open the vite client. An edit of the schema regenerates the database client. The log is
 * formatted for reading.
 */
export async function dev(stop: StopSignal): Promise<number> {
  await turbo(['generate'], stop);
  const database = await openDatabase('own');
  if (database.notice !== undefined) console.log(database.notice);
  try {
    await migrateFor(database);
    const { env, isDemo } = serverEnvironment(database, { clientUrl });
    const api = path.join(repositoryRoot, 'apps/api');
    const tsx = packageCommand('apps/api', 'tsx');
    const seed = await runNode(tsx, ['src/seed.ts', ...(isDemo ? ['--demo'] : [])], {
      cwd: api,
      env,
      stop,
    });
    if (seed.code !== 0) throw new UserError(`${seed.output}\n\nThe database could not be filled.`);
    const children = [
      startChild(tsx, ['watch', '--clear-screen=false', 'src/server.ts'], 'apps/api', env),
      startChild(packageCommand('apps/web', 'vite'), [], 'apps/web', {
        ...env,
        API_URL: `http://127.0.0.1:${env.PORT ?? '3000'}`,
      }),
    ];
    const asked = new Promise<void>((resolve) => {
      stop.asked.addEventListener('abort', () => resolve());
    });
    const schema = watchSchema(stop);
    await Promise.race([asked, ...children.map((child) => child.ended)]);
    schema.close();
    await Promise.all(children.map((child) => child.stop()));
    return stop.asked.aborted ? 0 : 1;
  } finally {
    await database.close();
  }
}

/** Regenerates the database client after an edit of the schema; `tsx watch` then restarts the API. */
function watchSchema(stop: StopSignal): fs.FSWatcher {
  let due: NodeJS.Timeout | undefined;
  return fs.watch(path.join(repositoryRoot, 'prisma/schema'), () => {
    clearTimeout(due);
    due = setTimeout(() => {
      turbo(['generate'], stop).then(
        () => {
          console.log(
            'The schema changed: the database client is generated again. Its migration: `npx prisma migrate dev`.',
          );
        },
        (error: unknown) => console.error(error instanceof UserError ? error.message : error),
      );
    }, 200);
  });
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
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Lines of the API's log; non-JSON output (of vite) is passed unchanged.
  child.stdout.pipe(
    pretty({
      colorize: process.stdout.isTTY,
      // One line for each call; an error has its stack below.
      singleLine: true,
      messageFormat: '{event}{if method} {method} {url} {status} ({durationMs} ms){end}',
      ignore: 'pid,hostname,event,method,url,status,durationMs',
    }),
  );
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  return {
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
