// @module-tag slow

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { createTestDatabase } from '@wasl/tooling/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { factories } from '../../testing/factories.ts';
import { openDatabase } from '../database/db.ts';
import { readSettings } from '../settings/env.ts';
import { maxFileBytes } from '../http/multipart.ts';
import { listen } from './serve.ts';

const apiFolder = path.resolve(import.meta.dirname, '../../..');

/** Starts the server from source as a separate process. */
function startServer(env: Record<string, string>): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['--import', 'tsx', 'src/server.ts'], {
    cwd: apiFolder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });
}

function exitOf(child: ChildProcessWithoutNullStreams): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve));
}

/** Port in the log line that reports listening. */
async function portOf(child: ChildProcessWithoutNullStreams): Promise<number> {
  let output = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    output += chunk.toString();
    const port = /"event":"server.listening"[^\n]*"port":(\d+)/.exec(output)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error(`The server did not start: ${output}`);
}

describe('the server process', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let dataDir: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'wasl-serve-'));
  });
  afterAll(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const env = () => ({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: '0',
  });

  it('finishes an accepted call after SIGTERM, refuses new calls, and exits with 0', async () => {
    const child = startServer(env());
    const exited = exitOf(child);
    const port = await portOf(child);
    child.stdout.resume();
    const body = JSON.stringify({ email: 'nobody@example.org', password: 'Wrong#Password1' });
    const answer = new Promise<number>((resolve, reject) => {
      const call = httpRequest(
        {
          host: '127.0.0.1',
          port,
          path: '/api/utilisateurs/signIn',
          method: 'POST',
          headers: { 'content-type': 'application/json', 'content-length': body.length },
        },
        (res) => {
          res.resume();
          resolve(res.statusCode ?? 0);
        },
      );
      call.on('error', reject);
      // Half the body, then the signal. The rest follows once new calls are refused.
      call.write(body.slice(0, 10), () => {
        const waitUntilClosed = (): void => {
          fetch(`http://127.0.0.1:${String(port)}/api/health/live`, {
            headers: { connection: 'close' },
          }).then(
            () => setTimeout(waitUntilClosed, 20),
            () => call.end(body.slice(10)),
          );
        };
        fetch(`http://127.0.0.1:${String(port)}/api/health/live`).then(() => {
          child.kill('SIGTERM');
          waitUntilClosed();
        }, reject);
      });
    });
    expect(await answer).toBe(401);
    expect(await exited).toBe(0);
  });

  it('reports not ready and still accepts calls during STOP_DELAY', async () => {
    const child = startServer({ ...env(), STOP_DELAY: '60' });
    const exited = exitOf(child);
    const port = String(await portOf(child));
    child.stdout.resume();
    // A new connection for each call, like a proxy without keep-alive.
    const ask = async (what: string): Promise<number> =>
      (
        await fetch(`http://127.0.0.1:${port}/api/health/${what}`, {
          headers: { connection: 'close' },
        })
      ).status;
    while ((await ask('ready')) !== 200);
    child.kill('SIGTERM');
    // An early refusal would throw here.
    while ((await ask('ready')) === 200);
    expect([await ask('ready'), await ask('live')]).toEqual([503, 200]);
    // Long before it would have exited by itself.
    child.kill('SIGKILL');
    expect(await exited).toBeNull();
  });

  it('reports in one sentence that its port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    const child = startServer({ ...env(), PORT: port });
    const [code, message] = await Promise.all([exitOf(child), text(child.stderr)]);
    expect(code).toBe(1);
    expect(message).toBe(
      `Wasl cannot start: 127.0.0.1:${port} is already in use. Stop what uses it, or choose another PORT.\n`,
    );
    await new Promise((resolve) => other.close(resolve));
  });

  it('lists the faults of its settings and does not start', async () => {
    const child = startServer({ PORT: 'x' });
    const [code, message] = await Promise.all([exitOf(child), text(child.stderr)]);
    expect(code).toBe(1);
    expect(message).toContain('- PORT: must be a port number');
    expect(message).toContain('- DATABASE_URL: is required');
  });

  it('refuses to serve production with the demonstration accounts', async () => {
    const db = openDatabase(database.url);
    await factories(db).aBeneficiary({ email: 'amina@example.org' });
    await db.$disconnect();
    const child = startServer({
      ...env(),
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://portail.example.ma',
      JWT_SECRET: 'kQ8vX2nR7mT4wY9zB3cD6fG1hJ5lP0sA',
    });
    const [code, message] = await Promise.all([exitOf(child), text(child.stderr)]);
    expect(code).toBe(1);
    expect(message).toContain('demonstration accounts');
  });
});

it('allows enough time for the largest file on a line of 60 kB per second', async () => {
  const server = createServer();
  const settings = readSettings({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgresql://localhost/none',
    DATA_DIR: os.tmpdir(),
    PORT: '0',
  });
  await listen(server, settings);
  const { headersTimeout, requestTimeout } = server;
  await new Promise((resolve) => server.close(resolve));
  expect(requestTimeout).toBeGreaterThan(1.5 * (maxFileBytes / 60_000) * 1000);
  // Headers must still arrive quickly, and every body has a timeout.
  expect(headersTimeout).toBeLessThanOrEqual(20_000);
  expect(requestTimeout).toBeLessThanOrEqual(10 * 60_000);
});
