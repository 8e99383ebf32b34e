// @module-tag long

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { migrationNames } from '@wasl/db/migrations-state';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import { freePort } from './local-database/index.ts';
import { repositoryRoot } from './paths.ts';
import { type CheckoutCopy, copyCheckout } from './testing/checkout-copy.ts';
import { commandWords, dockerStages, type DockerStep } from './testing/dockerfile.ts';
import { createEmptyDatabase, type TestDatabase } from './testing/index.ts';

const read = (file: string): string => fs.readFileSync(path.join(repositoryRoot, file), 'utf8');

const { services } = z
  .object({
    services: z.object({
      api: z.object({
        command: z.array(z.string()),
        environment: z.record(z.string(), z.string()),
        healthcheck: z.object({ test: z.array(z.string()) }),
      }),
      database: z.object({ healthcheck: z.object({ test: z.array(z.string()) }) }),
    }),
  })
  .parse(parse(read('docker-compose.yml')));

function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => fs.existsSync(file));
}

/** A PATH with Node, npm, a shell and the system tools of scripts: no pnpm, no turbo, no git. */
function barePath(folder: string): string {
  const bin = path.join(folder, 'bin');
  fs.mkdirSync(bin);
  fs.symlinkSync(process.execPath, path.join(bin, 'node'));
  for (const name of ['npm', 'sh', 'dirname', 'sed', 'uname', 'mkdir', 'chown']) {
    const program = findProgram(name);
    if (program !== undefined) fs.symlinkSync(program, path.join(bin, name));
  }
  return bin;
}

// It builds, so the machine decides on the duration.
describe(
  'a fresh copy, in a folder with a space and an accent, with an empty home and without pnpm',
  { timeout: 600_000 },
  () => {
    const stages = dockerStages(read('.docker/Dockerfile'));
    let copy: CheckoutCopy;
    let surroundings: NodeJS.ProcessEnv;
    const databases: TestDatabase[] = [];
    const children: ChildProcess[] = [];

    const emptyDatabase = async (): Promise<string> => {
      const database = await createEmptyDatabase();
      databases.push(database);
      return database.url;
    };
    /** Starts a long-lived program; the returned function gives its output. */
    const begin = (words: string[], cwd: string, env: NodeJS.ProcessEnv) => {
      const [program = '', ...rest] = words;
      const child = spawn(program, rest, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
      children.push(child);
      let printed = '';
      child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      const ended = once(child, 'exit').then(([code]) => code as number | null);
      return { child, ended, printed: () => printed };
    };
    const runToEnd = (words: string[], cwd: string, env: NodeJS.ProcessEnv) => {
      const [program = '', ...rest] = words;
      const { status, stdout, stderr } = spawnSync(program, rest, { cwd, env, encoding: 'utf8' });
      return { code: status, printed: `${stdout}${stderr}` };
    };

    /** Maps a container's paths and users to this machine's. */
    const here = (text: string): string =>
      text
        .replaceAll(/(?<!\w)\/wasl(?=\/|$)/g, copy.root)
        .replaceAll(/(?<!\w)\/data\b/g, path.join(copy.home, 'data'))
        .replaceAll('node:node', `${String(os.userInfo().uid)}:${String(os.userInfo().gid)}`);

    /**
     * Executes a stage like an image build: it runs RUN, and applies ENV and WORKDIR to later steps. The checkout copy
     * replaces COPY; ports, volumes and users are skipped.
     */
    const build = (steps: DockerStep[]) => {
      let cwd = copy.root;
      const env = { ...surroundings };
      const declared: Record<string, string> = {};
      for (const { instruction, text } of steps) {
        switch (instruction) {
          case 'RUN': {
            const { code, printed } = runToEnd(['sh', '-c', here(text)], cwd, env);
            expect(code, `${text}\n${printed}`).toBe(0);
            break;
          }
          case 'ENV':
            for (const [, name = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g))
              env[name] = here(value);
            break;
          case 'WORKDIR':
            cwd = here(text);
            break;
          case 'COPY':
            // The checkout copy has what each of them copies.
            for (const name of text.split(' ').slice(0, -1))
              expect(fs.existsSync(path.join(copy.root, name)), name).toBe(true);
            break;
          default:
            expect(['USER', 'EXPOSE', 'VOLUME', 'CMD', 'HEALTHCHECK']).toContain(instruction);
            declared[instruction] = text;
        }
      }
      return { cwd, env, declared };
    };

    beforeAll(() => {
      copy = copyCheckout();
      surroundings = { PATH: barePath(copy.home), HOME: copy.home };
    });
    afterAll(async () => {
      for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
      for (const database of databases) await database.drop();
      copy.remove();
    });

    it('is migrated once by the command in the README', async () => {
      const env = { ...surroundings, DATABASE_URL: await emptyDatabase() };
      const migrate = ['npm', 'run', '--silent', 'admin', '--', 'migrate'];
      expect(read('README.md')).toContain('\nnpm run admin -- migrate\n');
      const first = runToEnd(migrate, copy.root, env);
      expect(first.printed).toContain('Applied: ');
      for (const name of migrationNames()) expect(first.printed).toContain(name);
      expect(first.code).toBe(0);
      expect(runToEnd(migrate, copy.root, env)).toEqual({
        code: 0,
        printed: 'The database is at the newest migration already.\n',
      });
    });

    it('builds the client of the web image with the Dockerfile’s steps', async () => {
      const { cwd, env, declared } = build(stages.get('web') ?? []);
      const port = String(await freePort());
      const words = commandWords(declared.CMD ?? '').map((word) => (word === '5173' ? port : word));
      expect(words).toContain(port);
      const client = begin(
        words.map((word) => (word === '0.0.0.0' ? '127.0.0.1' : word)),
        cwd,
        env,
      );
      let page: Response | undefined;
      while (page === undefined && client.child.exitCode === null) {
        page = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
        await pause(250);
      }
      expect(client.printed()).not.toContain('rror');
      expect(await page?.text()).toContain('<div id="root">');
      client.child.kill('SIGTERM');
      await client.ended;
    });

    it('builds the api image with the Dockerfile’s steps, serves, and passes its health check', async () => {
      const { cwd, env, declared } = build(stages.get('api') ?? []);
      const { command, environment, healthcheck } = services.api;
      const isOurs = new Set(['DATABASE_URL', 'DATABASE_OWNER_URL', 'PORT', 'HOST']);
      for (const [name, value] of Object.entries(environment))
        if (!isOurs.has(name)) env[name] = here(value);
      const owner = await emptyDatabase();
      // As in the composition: one user migrates, and another one, created by the image, serves.
      const serving = new URL(owner);
      serving.username = 'wasl_serving_image';
      serving.password = 'wasl_serving_image';
      Object.assign(env, {
        DATABASE_URL: serving.href,
        DATABASE_OWNER_URL: owner,
        HOST: '127.0.0.1',
        PORT: String(await freePort()),
      });
      const [kind, ...check] = healthcheck.test;
      expect(kind).toBe('CMD');
      expect(check).toEqual(commandWords(declared.HEALTHCHECK ?? ''));
      const isHealthy = (): boolean => runToEnd(check, cwd, env).code === 0;

      expect(isHealthy()).toBe(false);
      const server = begin(commandWords(declared.CMD ?? ''), cwd, env);
      while (server.child.exitCode === null && !isHealthy()) await pause(250);
      expect(server.child.exitCode, server.printed()).toBeNull();
      const page = await fetch(`http://127.0.0.1:${env.PORT ?? ''}/`);
      expect(await page.text()).toContain('<div id="root">');
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);
      expect(isHealthy()).toBe(false);

      // As in the composition: from the sources, and again after an edit of one.
      const watched = begin(command, cwd, env);
      const starts = (): number => watched.printed().split('"server.listening"').length - 1;
      // The check blocks this process, so the log of a healthy server is read after it.
      const isUp = (): boolean => isHealthy() && starts() > 0;
      while (watched.child.exitCode === null && !isUp()) await pause(250);
      expect(starts(), watched.printed()).toBe(1);
      fs.appendFileSync(path.join(copy.root, 'packages/contracts/src/index.ts'), '\n');
      while (watched.child.exitCode === null && starts() < 2) await pause(250);
      watched.child.kill('SIGTERM');
      await watched.ended;
    });

    it('the database’s health check uses pg_isready (tested when the machine has it)', async ({
      skip,
    }) => {
      const [kind, ...check] = services.database.healthcheck.test;
      expect(kind).toBe('CMD');
      expect(check).toEqual(['pg_isready', '--host=127.0.0.1', '--username=wasl', '--dbname=wasl']);
      const program = findProgram('pg_isready');
      if (program === undefined) return skip('this machine has no pg_isready');
      const { hostname, port } = new URL(await emptyDatabase());
      const words = [program, ...check.slice(1)];
      expect(hostname).toBe('127.0.0.1');
      expect(runToEnd(words, copy.root, { ...process.env, PGPORT: port }).code).toBe(0);
      const closed = String(await freePort());
      expect(runToEnd(words, copy.root, { ...process.env, PGPORT: closed }).code).toBe(2);
    });
  },
);
