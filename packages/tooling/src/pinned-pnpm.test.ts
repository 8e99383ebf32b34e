// @module-tag slow
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

import { afterEach, beforeEach, expect, it } from 'vitest';

const bin = path.join(import.meta.dirname, '../bin');
const run = promisify(execFile);

let folder: string;
let registry: Server;
let asked: string[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'wasl-pnpm-'));
  asked = [];
});
afterEach(async () => {
  registry.closeAllConnections();
  await new Promise((resolve) => registry.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

const json = async (file: string): Promise<unknown> =>
  JSON.parse(await readFile(path.join(bin, file), 'utf8'));

it('a pnpm with another content than the recorded one is refused', async () => {
  const { packageManager } = (await json('../../../package.json')) as { packageManager: string };
  const lock = (await json('pnpm/package-lock.json')) as {
    packages: Record<string, { version?: string; integrity?: string }>;
  };
  const pinned = lock.packages['node_modules/pnpm'];
  expect(`pnpm@${String(pinned?.version)}`).toBe(packageManager);
  expect(pinned?.integrity).toMatch(/^sha512-/);

  const other = gzipSync(Buffer.alloc(1024));
  registry = createServer((req, res) => {
    asked.push(String(req.url));
    if (req.url?.endsWith('.tgz') === true) {
      res.end(other);
      return;
    }
    const { port } = registry.address() as { port: number };
    const version = String(pinned?.version);
    // The package matches the registry's hash, but not the repository's.
    const integrity = `sha512-${createHash('sha512').update(other).digest('base64')}`;
    const dist = {
      tarball: `http://127.0.0.1:${String(port)}/pnpm/-/pnpm-${version}.tgz`,
      integrity,
    };
    const versions = { [version]: { name: 'pnpm', version, dist } };
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ name: 'pnpm', 'dist-tags': { latest: version }, versions }));
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const { port } = registry.address() as { port: number };
  const home = path.join(folder, 'home');
  const environment = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_registry: `http://127.0.0.1:${String(port)}/`,
    npm_config_cache: path.join(folder, 'cache'),
  };
  const program = `import(${JSON.stringify(path.join(bin, 'bootstrap.mjs'))})
    .then(({ getPnpm }) => getPnpm(${JSON.stringify(home)}, process.env))`;
  const failed = await run(process.execPath, ['-e', program], { env: environment }).then(
    () => '',
    (error: unknown) => (error as { stderr: string }).stderr,
  );
  expect(asked).toContain('/pnpm');
  expect(failed).toContain('EINTEGRITY');
  expect(existsSync(path.join(home, 'node_modules/pnpm/bin/pnpm.cjs'))).toBe(false);
}, 60_000);

it.each(['SIGTERM', 'SIGKILL of npm above it'])(
  'an installation ends with the process that started it (%s)',
  async (how) => {
    const sockets = new Set<Socket>();
    // A registry that never answers: its callers wait until a signal ends them.
    registry = createServer((req) => asked.push(String(req.url)));
    registry.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    const { port } = registry.address() as { port: number };
    const program = `import(${JSON.stringify(path.join(bin, 'bootstrap.mjs'))})
      .then(({ getPnpm }) => getPnpm(${JSON.stringify(path.join(folder, 'home'))}, process.env))`;
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      npm_config_registry: `http://127.0.0.1:${String(port)}/`,
      npm_config_cache: path.join(folder, 'cache'),
    };
    // A process in between, in the role of npm.
    const above = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(program)}], { stdio: 'ignore' })`;
    const started = spawn(process.execPath, ['-e', how === 'SIGTERM' ? program : above], {
      env,
      stdio: 'ignore',
    });
    while (asked.length === 0) await pause(50);
    expect(sockets.size).toBeGreaterThan(0);
    started.kill(how === 'SIGTERM' ? 'SIGTERM' : 'SIGKILL');
    // An orphan would stay for minutes.
    for (let looks = 0; looks < 200 && sockets.size > 0; looks += 1) await pause(50);
    expect(sockets.size).toBe(0);
  },
  60_000,
);
