import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { TestApp } from '../testing/index.ts';
import { proveParts, proveStream, throughProxy, type Proxy } from './through-proxy.ts';
import { freePort, portalOfServers, repository, type Programs } from './two-servers.ts';

const execute = promisify(execFile);
const mb = 1024 ** 2;

let app: TestApp;
let programs: Programs;
let proxy: Proxy;
let folder: string;
const ports = { plain: 0, tls: 0, first: 0, second: 0, metrics: 0 };

/** How many calls that write the first server has had since it was started, by its own count. */
async function writesAtFirst(): Promise<number> {
  const page = await fetch(`http://127.0.0.1:${String(ports.metrics)}/metrics`);
  const counted =
    /^wasl_http_request_duration_seconds_count\{method="POST",endpoint="\/api\/requests".*\} (\d+)/m;
  return Number(counted.exec(await page.text())?.[1] ?? 0);
}

/** The certificate authority that caddy makes for itself, once it has. */
async function ownAuthority(): Promise<string> {
  const file = path.join(folder, 'caddy/pki/authorities/local/root.crt');
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.includes('END CERTIFICATE')) return text;
    await pause(50);
  }
}

beforeAll(async () => {
  ({ app, programs } = await portalOfServers());
  folder = await mkdtemp(path.join(os.tmpdir(), 'wasl-caddy-'));
  for (const key of ['plain', 'tls', 'first', 'second', 'metrics'] as const)
    ports[key] = await freePort();
  const sample = await readFile(path.join(repository, '.docker/production/Caddyfile'), 'utf8');
  const own = [
    '{',
    `http_port ${String(ports.plain)}`,
    `https_port ${String(ports.tls)}`,
    'admin off',
    'skip_install_trust',
    'local_certs',
    '}',
  ];
  const text = sample
    .replace('api-1:3000', `127.0.0.1:${String(ports.first)}`)
    .replace('api-2:3000', `127.0.0.1:${String(ports.second)}`);
  const file = path.join(folder, 'Caddyfile');
  await writeFile(file, `${own.join('\n')}\n${text}`);
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
  const words = ['--config', file, '--adapter', 'caddyfile'];
  await execute('caddy', ['validate', ...words], { env });
  programs.begin('caddy', ['run', ...words], env);
  proxy = throughProxy({ port: ports.tls, ca: await ownAuthority() });
}, 60_000);
afterAll(async () => {
  await programs.endAll();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

it(
  'serves through TLS, takes what the portal takes, hands on what is sent in parts and what goes on, and passes a server by that is away',
  { timeout: 600_000 },
  async () => {
    const { call } = proxy;
    const parameters = '/api/params/paramsByParentI18n/SERVICE?lang=fr';
    await app.make.anItem('SERVICE');
    // As the sample asks for.
    const env = { STOP_DELAY: '5' };
    let first = await programs.startServer(ports.first, env);
    const second = await programs.startServer(ports.second, env);
    while ((await call('/api/health/ready').catch(() => ({ status: 0 }))).status !== 200)
      await pause(50);
    const plain = await fetch(`http://127.0.0.1:${String(ports.plain)}/help`, {
      redirect: 'manual',
      headers: { host: 'portail.example.ma' },
    });
    expect(plain.status).toBe(308);
    // A body of 20 MB reaches the portal, which refuses it in its own words; one of 202 MB does not.
    const large = await call('/api/utilisateurs/signIn', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(20 * mb, 0x20),
    });
    expect(large.headers['content-type']).toContain('application/json');
    const tooLarge = await call('/api/utilisateurs/signIn', {
      method: 'POST',
      headers: { 'content-length': String(202 * mb) },
    }).catch(() => ({ status: 413 }));
    // Caddy counts what comes: the portal, which reads the length, is faster to refuse.
    expect([413, 415]).toContain(tooLarge.status);
    await proveParts(app, proxy);
    await proveStream(app, proxy);

    // Each is replaced while people read and write: nobody notices.
    const counts = new Map<string, number>();
    let isOver = false;
    const caller = async (): Promise<void> => {
      while (!isOver) {
        for (const [what, place, method] of [
          ['read', parameters, 'GET'],
          ['write', '/api/requests', 'POST'],
        ] as const) {
          const said = await call(place, {
            method,
            headers: { 'content-type': 'application/json' },
            ...(method === 'POST' ? { body: '{}' } : {}),
          }).catch((error: unknown) => ({ status: String(error) }));
          const key = `${what} ${String(said.status)}`;
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
      }
    };
    const callers = Array.from({ length: 4 }, caller);
    await programs.end(first);
    first = await programs.startServer(ports.first, {
      ...env,
      METRICS_PORT: String(ports.metrics),
    });
    // The other one goes once the proxy has seen that this one is back: docs/operations.md says how long an administrator waits.
    while ((await writesAtFirst()) === 0) await pause(50);
    await programs.end(second);
    const all = () => [...counts.values()].reduce((sum, one) => sum + one, 0);
    const soFar = all();
    while (all() < soFar + 60) await pause(20);
    isOver = true;
    await Promise.all(callers);
    console.log(Object.fromEntries(counts));
    expect([...counts.keys()].toSorted()).toEqual(['read 200', 'write 401']);

    await programs.end(first, 'SIGKILL');
    expect([502, 503]).toContain((await call('/api/health/ready')).status);
  },
);
