import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { freePort } from '../local-database/index.ts';
import { repositoryRoot } from '../paths.ts';
import { runNode } from '../run.ts';
import { type ServerProcess, startServer, untilReady } from '../start/server-process.ts';
import { createTestDatabase } from './index.ts';

/** The built portal, running for tests on a database and a data folder of its own. */
export interface TestPortal {
  /** Its address, without a closing slash. */
  url: string;
  databaseUrl: string;
  /** Its data folder; what it mails lies there as .eml files. */
  dataFolder: string;
  /** Kills the server in the middle of whatever it does, and starts it again on what is left. */
  crash: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Starts the built portal (apps/api/dist) with the demonstration set.
 * @param env settings beyond the usual ones
 */
export async function startTestPortal(env: NodeJS.ProcessEnv = {}): Promise<TestPortal> {
  const database = await createTestDatabase();
  const dataFolder = await fs.mkdtemp(path.join(os.tmpdir(), 'wasl-portal-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const settings: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    DATA_DIR: dataFolder,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    DEMO: 'on',
    LOG_LEVEL: 'warn',
    ...env,
  };
  const dist = path.join(repositoryRoot, 'apps/api/dist');
  const seed = await runNode(path.join(dist, 'seed.mjs'), ['--demo'], { env: settings });
  if (seed.code !== 0) throw new Error(`the portal could not be seeded:\n${seed.output}`);
  const start = (): ServerProcess => startServer(path.join(dist, 'server.mjs'), settings);
  let server = start();
  const stop = async (): Promise<void> => {
    await server.stop(new AbortController().signal);
    await database.drop();
    await fs.rm(dataFolder, { recursive: true, force: true });
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
