import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { TestApp } from '../testing/index.ts';
import { proveParts, proveStream, throughProxy, type Proxy } from './through-proxy.ts';
import {
  freePort,
  portalName as name,
  portalOfServers,
  repository,
  type Programs,
} from './two-servers.ts';

const execute = promisify(execFile);
const nginxProgram = process.env.TEST_NGINX ?? 'nginx';

let app: TestApp;
let programs: Programs;
let proxy: Proxy;
let folder: string;
const ports = { plain: 0, tls: 0, first: 0, second: 0 };

beforeAll(async () => {
  ({ app, programs } = await portalOfServers());
  folder = await mkdtemp(path.join(os.tmpdir(), 'wasl-nginx-'));
  for (const key of ['plain', 'tls', 'first', 'second'] as const) ports[key] = await freePort();
  await execute('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', `/CN=${name}`],
    ...['-addext', `subjectAltName=DNS:${name}`],
    ...['-keyout', path.join(folder, 'privkey.pem'), '-out', path.join(folder, 'fullchain.pem')],
  ]);
  const ca = await readFile(path.join(folder, 'fullchain.pem'), 'utf8');
  proxy = throughProxy({ port: ports.tls, ca });
  const sample = await readFile(path.join(repository, '.docker/production/nginx.conf'), 'utf8');
  const config = sample
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('/etc/nginx/tls', folder)
    .replaceAll('/tmp/nginx', path.join(folder, 'nginx'))
    .replace('listen 80;', `listen 127.0.0.1:${String(ports.plain)};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${String(ports.tls)} ssl`)
    .replace('api-1:3000', `127.0.0.1:${String(ports.first)}`)
    .replace('api-2:3000', `127.0.0.1:${String(ports.second)}`);
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, config);
  const { stderr } = await execute(nginxProgram, ['-t', '-c', file, '-p', folder]);
  expect(stderr).toContain('test is successful');
  programs.begin(nginxProgram, ['-c', file, '-p', folder, '-g', 'daemon off;']);
}, 60_000);
afterAll(async () => {
  await programs.endAll();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

it(
  'serves through TLS, takes what the portal takes, and loses no call while both servers and the schema change',
  { timeout: 600_000 },
  async () => {
    const { call } = proxy;
    await app.make.anItem('SERVICE');
    let first = await programs.startServer(ports.first);
    let second = await programs.startServer(ports.second);
    expect(await call('/api/health/ready')).toMatchObject({ status: 200 });
    await proveParts(app, proxy);
    await proveStream(app, proxy);
    const plain = await fetch(`http://127.0.0.1:${String(ports.plain)}/help`, {
      redirect: 'manual',
    });
    expect([plain.status, plain.headers.get('location')]).toEqual([301, `https://${name}/help`]);
    // A program is not led over: it has sent its token in the clear.
    const program = await fetch(`http://127.0.0.1:${String(ports.plain)}/api/health/live`, {
      redirect: 'manual',
    });
    expect([program.status, program.headers.get('location')]).toEqual([403, null]);
    // A body of 20 MB reaches the portal, which refuses it in its own words; one of 202 MB does not.
    const large = await call('/api/utilisateurs/signIn', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(20 * 1024 * 1024, 0x20),
    });
    expect(large.headers['content-type']).toContain('application/json');
    const tooLarge = await call('/api/utilisateurs/signIn', {
      method: 'POST',
      headers: { 'content-length': String(202 * 1024 * 1024) },
    }).catch(() => ({ status: 413 }));
    expect(tooLarge.status).toBe(413);

    // Calls that read and calls that write, all the time, while each server is replaced and a column is added.
    let isOver = false;
    const counts = new Map<string, number>();
    const note = (what: string): void => {
      counts.set(what, (counts.get(what) ?? 0) + 1);
    };
    const caller = async (): Promise<void> => {
      while (!isOver) {
        const read = await call('/api/params/paramsByParentI18n/SERVICE?lang=fr').catch(
          (error: unknown) => ({
            status: String(error),
          }),
        );
        note(`read ${String(read.status)}`);
        const write = await call('/api/requests', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        }).catch((error: unknown) => ({ status: String(error) }));
        note(`write ${String(write.status)}`);
      }
    };
    const callers = Array.from({ length: 4 }, caller);
    await app.db.$executeRawUnsafe('ALTER TABLE users ADD COLUMN added_by_the_next_release TEXT');
    await programs.end(first);
    first = await programs.startServer(ports.first);
    await programs.end(second);
    second = await programs.startServer(ports.second);
    const all = () => [...counts.values()].reduce((sum, one) => sum + one, 0);
    const soFar = all();
    while (all() < soFar + 20) await pause(20);
    isOver = true;
    await Promise.all(callers);
    expect([...counts.keys()].toSorted()).toEqual(['read 200', 'write 401']);
    console.log(Object.fromEntries(counts));

    // One that falls over is passed by.
    await programs.end(first, 'SIGKILL');
    for (let n = 0; n < 10; n += 1)
      expect((await call('/api/params/paramsByParentI18n/SERVICE?lang=fr')).status).toBe(200);
    await programs.end(second);
    expect((await call('/api/health/ready')).status).toBe(502);
  },
);
