import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { freePort } from '../local-database/index.ts';
import { repositoryRoot } from '../paths.ts';
import { runNode } from '../run.ts';
import { type ServerProcess, startServer, untilReady } from '../start/server-process.ts';
import { createTestDatabase, type TestDatabase } from './index.ts';

/** The built portal for tests, on its own database and data folder. */
export interface TestPortal {
  /** Its address, without a trailing slash. */
  url: string;
  databaseUrl: string;
  /** Its data folder, with its mails as .eml files. */
  dataFolder: string;
  /** Kills the server at any moment, and restarts it on the remaining data. */
  crash: () => Promise<void>;
  stop: () => Promise<void>;
}

const dist = path.join(repositoryRoot, 'apps/api/dist');

/** Database and folder of a portal with the demonstration data that has not been started. */
interface Place {
  database: TestDatabase;
  dataFolder: string;
  remove: () => Promise<void>;
}

async function newPlace(template?: string): Promise<Place> {
  const database = await createTestDatabase(template);
  const dataFolder = await fs.mkdtemp(path.join(os.tmpdir(), 'wasl-portal-'));
  const remove = async (): Promise<void> => {
    await database.drop();
    await fs.rm(dataFolder, { recursive: true, force: true });
  };
  return { database, dataFolder, remove };
}

const settingsOf = ({ database, dataFolder }: Place): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'test',
  DATABASE_URL: database.url,
  DATA_DIR: dataFolder,
  HOST: '127.0.0.1',
  DEMO: 'on',
  LOG_LEVEL: 'warn',
});

async function seededPlace(): Promise<Place> {
  const place = await newPlace();
  const seed = await runNode(path.join(dist, 'seed.mjs'), ['--demo'], { env: settingsOf(place) });
  if (seed.code !== 0) throw new Error(`the portal could not be seeded:\n${seed.output}`);
  return place;
}

/**
 * Prepares one database and one data folder, which every portal of the run copies. The environment has their addresses
 * (TEST_DEMO_DATABASE, TEST_DEMO_DATA).
 * @returns removes them
 */
export async function prepareDemo(): Promise<() => Promise<void>> {
  const place = await seededPlace();
  process.env.TEST_DEMO_DATABASE = new URL(place.database.url).pathname.slice(1);
  process.env.TEST_DEMO_DATA = place.dataFolder;
  return place.remove;
}

async function demoPlace(): Promise<Place> {
  const { TEST_DEMO_DATABASE: template, TEST_DEMO_DATA: files } = process.env;
  if (template === undefined || files === undefined) return await seededPlace();
  const place = await newPlace(template);
  await fs.cp(files, place.dataFolder, { recursive: true });
  return place;
}

/** A copy of the built server that serves another built client. @returns its program */
async function serverWith(client: string, folder: string): Promise<string> {
  const copy = path.join(folder, 'apps/api/dist');
  await fs.cp(dist, copy, { recursive: true });
  await fs.mkdir(path.join(folder, 'apps/web'));
  await fs.symlink(client, path.join(folder, 'apps/web/dist'));
  for (const name of ['apps/api/node_modules', 'prisma'])
    await fs.symlink(path.join(repositoryRoot, name), path.join(folder, name));
  return path.join(copy, 'server.mjs');
}

/**
 * Starts the built portal (apps/api/dist) with the demonstration data.
 * @param env extra settings
 * @param client folder of another built client than apps/web/dist
 */
export async function startTestPortal(
  env: NodeJS.ProcessEnv = {},
  client?: string,
): Promise<TestPortal> {
  const place = await demoPlace();
  const { database, dataFolder } = place;
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const settings: NodeJS.ProcessEnv = {
    ...settingsOf(place),
    PORT: String(port),
    PUBLIC_URL: url,
    ...env,
  };
  const program =
    client === undefined
      ? path.join(dist, 'server.mjs')
      : await serverWith(client, path.join(dataFolder, 'program'));
  const start = (): ServerProcess => startServer(program, settings);
  let server = start();
  const stop = async (): Promise<void> => {
    await server.stop(new AbortController().signal);
    await place.remove();
  };
  const ready = async (): Promise<void> => {
    if (await untilReady(url, server)) return;
    await stop();
    throw new Error('the portal ended while it started; its reasons are above');
  };
  await ready();
  const crash = async (): Promise<void> => {
    await server.kill();
    server = start();
    await ready();
  };
  return { url, databaseUrl: database.url, dataFolder, crash, stop };
}
