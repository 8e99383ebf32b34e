import path from 'node:path';
import { parseArgs } from 'node:util';

import { build } from '../build.ts';
import { migrateFor } from '../migrate.ts';
import { repositoryRoot } from '../paths.ts';
import { UserError } from '../user-error.ts';
import { runNode } from '../run.ts';
import { Stopped, type StopSignal } from '../stop-signal.ts';
import { announce } from './announce.ts';
import { type CommandDatabase, dataFolder, openDatabase } from './database.ts';
import { assertPortFree, type ServerProcess, startServer, untilReady } from './server-process.ts';

const DEFAULT_PORT = 3000;

/**
 * The API's environment for a start, based on the user's environment.
 * @param development for `npm run dev`: the address of the vite client
 */
export function serverEnvironment(
  database: Pick<CommandDatabase, 'url' | 'isEmbedded'>,
  development?: { clientUrl: string },
): {
  env: NodeJS.ProcessEnv;
  isDemo: boolean;
  isProduction: boolean;
} {
  const given = process.env.NODE_ENV ?? '';
  const isComfortable = ['development', 'test', ''].includes(given);
  const demo = process.env.DEMO ?? (database.isEmbedded && isComfortable ? 'on' : 'off');
  const isDemo = ['on', 'true', '1'].includes(demo);
  // The embedded demonstration is not production; everything else is, unless NODE_ENV differs.
  const isDemonstration = database.isEmbedded && isDemo && given === '';
  const NODE_ENV = given || (development !== undefined || isDemonstration ? 'development' : '');
  const isProduction = !['development', 'test'].includes(NODE_ENV);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATABASE_URL: database.url,
    DATA_DIR: dataFolder(),
    PORT: process.env.PORT ?? String(DEFAULT_PORT),
    DEMO: demo,
    ...(NODE_ENV === '' ? {} : { NODE_ENV }),
  };
  // The serving process does not get the owner's password.
  delete env.DATABASE_OWNER_URL;
  if (database.isEmbedded) {
    env.HOST = process.env.HOST ?? '127.0.0.1';
    // Links in mails must use the announced address: another name for the same machine is another origin, with another session.
    if (!isProduction)
      env.PUBLIC_URL ??=
        development?.clientUrl ?? `http://${reachableName(env.HOST)}:${env.PORT ?? ''}`;
  }
  return { env, isDemo, isProduction };
}

/**
 * Migrates and seeds a database with the built seed program.
 * @param seedDir folder of the seed files; absent: `prisma/seed`
 */
export async function prepareDatabase(
  database: Pick<CommandDatabase, 'url' | 'ownerUrl'>,
  env: NodeJS.ProcessEnv,
  { isDemo, seedDir }: { readonly isDemo: boolean; readonly seedDir?: string | undefined },
  stop: StopSignal,
): Promise<void> {
  const applied = await migrateFor(database);
  if (applied.length > 0)
    console.log(`Migrated the database: ${String(applied.length)} migrations applied.`);
  const seed = path.join(repositoryRoot, 'apps/api/dist/seed.mjs');
  const options = [...(isDemo ? ['--demo'] : []), ...(seedDir ? ['--dir', seedDir] : [])];
  const { code, output } = await runNode(seed, options, { env, stop });
  if (code !== 0) throw new UserError(`${output.trim()}\n\nThe database could not be filled.`);
}

/** Checks that the server accepts these settings, before anything is written to the database. */
async function checkSettings(
  script: string,
  env: NodeJS.ProcessEnv,
  stop: StopSignal,
): Promise<void> {
  const { code, output } = await runNode(script, ['--check-settings'], { env, stop });
  if (code !== 0) throw new UserError(output.trim());
}

function chosenPort(): number {
  const text = process.env.PORT ?? String(DEFAULT_PORT);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new UserError(`PORT must be a number from 1 to 65535, not "${text}".`);
  }
  return port;
}

/** `npm start [-- --seed-dir <folder>]`: builds, starts the database, migrates, seeds and serves until asked to stop. */
export async function start(words: string[], stop: StopSignal): Promise<number> {
  const { values } = parseArgs({ args: words, options: { 'seed-dir': { type: 'string' } } });
  const port = chosenPort();
  const isEmbedded = (process.env.DATABASE_URL ?? '') === '';
  const host = process.env.HOST ?? (isEmbedded ? '127.0.0.1' : undefined);
  await assertPortFree(host, port);
  console.log('Building …');
  await build(stop);
  let database: CommandDatabase | undefined;
  let server: ServerProcess | undefined;
  try {
    console.log('Starting …');
    database = await openDatabase('own');
    if (database.notice !== undefined) console.log(database.notice);
    const { env, isDemo, isProduction } = serverEnvironment(database);
    const script = path.join(repositoryRoot, 'apps/api/dist/server.mjs');
    if (isProduction) await checkSettings(script, env, stop);
    await prepareDatabase(database, env, { isDemo, seedDir: values['seed-dir'] }, stop);
    if (stop.asked.aborted) throw new Stopped();
    server = startServer(script, env);
    return await serve(server, database, { host, port, isDemo, hasMailbox: !isProduction, stop });
  } catch (error) {
    if (error instanceof Stopped) return 0;
    throw error;
  } finally {
    await server?.stop(stop.hurried);
    await database?.close();
  }
}

async function serve(
  server: ServerProcess,
  database: CommandDatabase,
  how: {
    host: string | undefined;
    port: number;
    isDemo: boolean;
    hasMailbox: boolean;
    stop: StopSignal;
  },
): Promise<number> {
  const asked = new Promise<'asked'>((resolve) => {
    how.stop.asked.addEventListener('abort', () => resolve('asked'));
    if (how.stop.asked.aborted) resolve('asked');
  });
  const lost = new Promise<'lost'>((resolve) => {
    database.onLost(() => resolve('lost'));
  });
  const base = `http://${reachableName(how.host)}:${String(how.port)}`;
  const first = await Promise.race([untilReady(base, server), asked, lost]);
  if (first === true) announce(base, how);
  const last =
    first === true || first === false ? await Promise.race([server.ended, asked, lost]) : first;
  if (last === 'asked') return 0;
  if (last === 'lost') throw new UserError('The database stopped; so does the server.');
  throw new UserError(`The server ended by itself (exit code ${String(last)}); see above.`);
}

/** The host name to call a server that listens on `host`; every address of the machine includes 127.0.0.1. */
function reachableName(host = '0.0.0.0'): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
